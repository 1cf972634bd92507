import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getFirstSteps, updateFirstSteps } from "../../../contract/first-steps.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { type Turn, useToast } from "../../ui/Toast.tsx";
import { queryKey } from "./query-key.ts";

/** A step may be done in another window, or by an upload that is still running. */
const REFRESH_MS = 5_000;

export const firstStepsQuery = queryOptions({
  queryKey: queryKey(getFirstSteps),
  queryFn: async ({ signal }) => (await call(getFirstSteps, { signal })).first_steps,
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.shown ? REFRESH_MS : false),
});

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

/** For links to the public site. */
export function useRecordSiteViewed() {
  const client = useQueryClient();
  return () => {
    const steps = client.getQueryData(firstStepsQuery.queryKey);
    if (!steps?.shown || steps.site_viewed) return;
    client.setQueryData(firstStepsQuery.queryKey, { ...steps, site_viewed: true });
    // The page may be left right now. If the call fails, the step is simply still open at the next visit.
    call(updateFirstSteps, { body: { site_viewed: true }, keepalive: true }).catch(() => {});
  };
}
