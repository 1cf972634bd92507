import { useMutation, useQueryClient } from "@tanstack/react-query";
import { updateFirstSteps } from "../../../contract/first-steps.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { type Turn, useToast } from "../../ui/Toast.tsx";
import { firstStepsQuery } from "../data/first-steps.api.ts";

/** Dismisses the checklist on every device, with Undo. */
export function useDismissFirstSteps() {
  const client = useQueryClient();
  const toast = useToast();
  const update = useMutation({
    mutationFn: ({ shown }: { shown: boolean; turn?: Turn }) => call(updateFirstSteps, { body: { shown } }),
    onSuccess: ({ first_steps }, { shown, turn }) => {
      client.setQueryData(firstStepsQuery.queryKey, first_steps);
      const reverse = (turn: Turn): Promise<unknown> => update.mutateAsync({ shown: !shown, turn });
      toast({ message: "First steps dismissed", turn, reverse });
    },
    onError: (error) => toast({ tone: "error", message: messageOf(error, "The choice could not be saved") }),
  });
  return () => update.mutate({ shown: false });
}
