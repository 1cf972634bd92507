import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { BATCH_REFRESH_DELAY_MS } from "../../../contract/limits.ts";
import { type BatchOptions, getBatchStatus, listBatchFailures, startBatch } from "../../../contract/pictures.ts";
import { call } from "../../api/call.ts";

const RUNNING_POLL_MS = 1_000;

export const batchStatus = queryOptions({
  queryKey: ["variants", "status"],
  queryFn: () => call(getBatchStatus),
  refetchInterval: ({ state }) => (state.data?.job?.state === "running" ? RUNNING_POLL_MS : false),
});

/** Asked for anew whenever a run has failed at one more. */
export const batchFailures = (failed: number) =>
  queryOptions({
    queryKey: ["variants", "failures", failed],
    queryFn: () => call(listBatchFailures),
    placeholderData: keepPreviousData,
  });

export function useStartBatch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (options: Partial<BatchOptions>) => call(startBatch, { body: options }),
    onSuccess: () => {
      const refresh = () => void queryClient.invalidateQueries({ queryKey: ["variants"] });
      refresh();
      // Spec section 4: refreshed 2 seconds after a start, too. While a run goes on, it is asked for all the time.
      setTimeout(refresh, BATCH_REFRESH_DELAY_MS);
    },
  });
}
