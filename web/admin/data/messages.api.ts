import { infiniteQueryOptions } from "@tanstack/react-query";
import { listMessages } from "../../../contract/messages.ts";
import { call } from "../../api/call.ts";
import { queryKey } from "./query-key.ts";

export const messagesQuery = infiniteQueryOptions({
  queryKey: queryKey(listMessages),
  queryFn: ({ signal, pageParam }) =>
    call(listMessages, { query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
});
