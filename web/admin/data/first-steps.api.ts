import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { getFirstSteps, updateFirstSteps } from "../../../contract/first-steps.ts";
import { call } from "../../api/call.ts";
import { endpointQuery } from "./endpoint-query.ts";

/** A step may be done in another window, or by an upload that is still running. */
const REFRESH_MS = 5_000;

export const firstStepsQuery = queryOptions({
  ...endpointQuery(getFirstSteps, ({ first_steps }) => first_steps),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.shown ? REFRESH_MS : false),
});

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
