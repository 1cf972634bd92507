import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CallInput } from "../../../contract/endpoint.ts";
import { changeVisitorData } from "../../../contract/visitor-data.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { visitorDataQuery } from "../data/visitor-data.api.ts";

type Change = NonNullable<CallInput<typeof changeVisitorData>["body"]>;

export function useChangeVisitorData() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (change: Change) => call(changeVisitorData, { body: change }),
    onSuccess: ({ visitor_data }, change) => {
      client.setQueryData(visitorDataQuery.queryKey, visitor_data);
      toast({ message: describe(change) });
    },
    onError: (error) => toast({ tone: "error", message: messageOf(error, "The choice could not be saved") }),
  });
}

function describe({ messages, rooms }: Change): string {
  if (messages) return `Messages are deleted ${messages} days after they arrived`;
  if (rooms) return `Viewing rooms are deleted ${rooms} days after they have ended`;
  return `${messages === undefined ? "Viewing rooms" : "Messages"} stay until you delete them`;
}
