import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { BATCH_REFRESH_DELAY_MS } from "../../../contract/limits.ts";
import {
  type BatchOptions,
  getBatchStatus,
  getDiskUse,
  listBatchFailures,
  startBatch,
} from "../../../contract/pictures.ts";
import { call } from "../../api/call.ts";
import { endpointQuery } from "./endpoint-query.ts";
import { queryKey } from "./query-key.ts";

const RUNNING_POLL_MS = 1_000;
/** While the server makes large pictures in the background. */
const MISSING_POLL_MS = 5_000;

export const batchStatus = queryOptions({
  queryKey: queryKey(getBatchStatus),
  queryFn: () => call(getBatchStatus),
  refetchInterval: ({ state: { data } }) => {
    if (data?.job?.state === "running") return RUNNING_POLL_MS;
    return data && data.statistics.estimated_missing_variants > 0 ? MISSING_POLL_MS : false;
  },
});

export const diskUse = endpointQuery(getDiskUse);

/** Loaded again whenever the run reports another failure. */
export const batchFailures = (failed: number) =>
  queryOptions({
    queryKey: [...queryKey(listBatchFailures), failed],
    queryFn: () => call(listBatchFailures),
    placeholderData: keepPreviousData,
  });

export function useStartBatch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (options: Partial<BatchOptions>) => call(startBatch, { body: options }),
    onSuccess: () => {
      const refresh = () => {
        void queryClient.invalidateQueries({ queryKey: queryKey(listBatchFailures) });
        return queryClient.invalidateQueries({ queryKey: queryKey(getBatchStatus) });
      };
      // Spec section 4: refresh again 2 seconds after a start. A running batch is also polled.
      setTimeout(refresh, BATCH_REFRESH_DELAY_MS);
      // Awaited: until then the status is that of the run before.
      return refresh();
    },
  });
}
