import type { QueryKey } from "@tanstack/react-query";
import type { CallInput, Endpoint } from "../../../contract/endpoint.ts";

type Request<E extends Endpoint> = Pick<CallInput<E>, "params" | "query">;

/** What a response is cached under: the endpoint and the request. Without a request, every response of that endpoint. */
export function queryKey<E extends Endpoint>(endpoint: E, request?: Request<E>): QueryKey {
  const name = `${endpoint.method} ${endpoint.path}`;
  return request ? [name, request] : [name];
}

/** The request in a key that `queryKey` made for this endpoint, or undefined if the key belongs to another endpoint. */
export function requestIn<E extends Endpoint>(key: QueryKey, endpoint: E): Request<E> | undefined {
  const [name, request] = key;
  // Only queryKey makes keys with this name.
  return name === queryKey(endpoint)[0] ? (request as Request<E> | undefined) : undefined;
}
