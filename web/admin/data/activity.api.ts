import { infiniteQueryOptions } from "@tanstack/react-query";
import { type ActivityKind, listActivity } from "../../../contract/activity.ts";
import { call } from "../../api/call.ts";
import { queryKey } from "./query-key.ts";

const PAGE = 50;

export const activityQuery = (kind: ActivityKind | undefined) =>
  infiniteQueryOptions({
    queryKey: queryKey(listActivity, { query: { kind } }),
    queryFn: ({ pageParam, signal }) => call(listActivity, { query: { kind, limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
