import { queryOptions } from "@tanstack/react-query";
import type { Endpoint, ResponseOf } from "../../../contract/endpoint.ts";
import { call } from "../../api/call.ts";
import { queryKey } from "./query-key.ts";

/** Reads an endpoint that takes no parameters. Cached is its response, or the part of it that `pick` returns. */
export const endpointQuery = <E extends Endpoint, Data = ResponseOf<E>>(
  endpoint: E,
  // Without it, Data is the response.
  pick = (response: ResponseOf<E>) => response as Data,
) =>
  queryOptions({
    queryKey: queryKey(endpoint),
    queryFn: async ({ signal }) => pick(await call(endpoint, { signal })),
  });
