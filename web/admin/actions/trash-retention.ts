import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { TrashRetentionDays } from "../../../contract/limits.ts";
import { setTrashRetention } from "../../../contract/trash.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { retentionQuery } from "../data/trash-retention.api.ts";

export function useSetRetention() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (days: TrashRetentionDays) => call(setTrashRetention, { body: { days } }),
    onSuccess: ({ retention }) => {
      client.setQueryData(retentionQuery.queryKey, retention);
      toast({
        message:
          retention.days === 0
            ? "Photos stay in the trash until you delete them"
            : `Photos are deleted after ${retention.days} days in the trash`,
      });
    },
    onError: (error) => toast({ tone: "error", message: messageOf(error, "The choice could not be saved") }),
  });
}
