import { type CallInput, type Endpoint, type ResponseOf, routeOf } from "../contract/endpoint.ts";
import type { Failure } from "../contract/errors.ts";

export type ClientResponse<Body> = { status: number; headers: Headers; body: Body };

export type Client = {
  url: string;
  token: string | undefined;
  /** Whatever the server says. */
  request<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<ClientResponse<ResponseOf<E> | Failure>>;
  /** The response to a call that must succeed; throws the server's message if it fails. */
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<ResponseOf<E>>;
  /** The status and message of a call that must be refused; throws if it succeeds. */
  refused<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<ClientResponse<Failure>>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
};

/** Sends a request to the server, or to one of several. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

export function createClient(
  url: string,
  token?: string,
  sendTo: Send = (path, init) => fetch(url + path, init),
): Client {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};

  const fetchFrom = (path: string, init: RequestInit = {}) =>
    sendTo(path, { ...init, headers: { ...authorization, ...(init.headers as Record<string, string>) } });

  const request: Client["request"] = async (endpoint, input = {}) => {
    const { path, query } = urlOf(endpoint, input);
    const response = await fetchFrom(path + query, {
      method: endpoint.method,
      ...(input.body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(input.body),
      }),
    });
    // The server checks its responses against the contract.
    const body = (await response.json()) as ResponseOf<typeof endpoint>;
    return { status: response.status, headers: response.headers, body };
  };

  return {
    url,
    token,
    fetch: fetchFrom,
    request,
    async call(endpoint, input) {
      const { status, body } = await request(endpoint, input);
      if (status >= 300) throw new Error(`${endpoint.method} ${endpoint.path}: ${status} ${JSON.stringify(body)}`);
      return body as ResponseOf<typeof endpoint>;
    },
    async refused(endpoint, input) {
      const refusal = await request(endpoint, input);
      if (refusal.status < 400)
        throw new Error(`${endpoint.method} ${endpoint.path} was not refused: ${refusal.status}`);
      return refusal as ClientResponse<Failure>;
    },
  };
}

function urlOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): { path: string; query: string } {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = routeOf(endpoint).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams(Object.entries(input.query ?? {}).map(([name, value]) => [name, String(value)]));
  return { path, query: query.size > 0 ? `?${query}` : "" };
}
