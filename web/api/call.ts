import { type CallInput, type Endpoint, type ResponseOf, routeOf } from "../../contract/endpoint.ts";
import type { Failure } from "../../contract/errors.ts";
import { adminToken } from "./admin-token.ts";
import { ApiError } from "./api-error.ts";

/** Calls an endpoint of the contract. Throws ApiError for every response that is not a success. */
export async function call<E extends Endpoint>(
  endpoint: E,
  /** `keepalive`: the call goes through even if the page is left. */
  input: CallInput<E> & { signal?: AbortSignal; keepalive?: boolean } = {},
): Promise<ResponseOf<E>> {
  const { response, text } = await send(fillPath(routeOf(endpoint), input.params) + queryString(input.query), {
    method: endpoint.method,
    headers: headersFor(endpoint, input.body !== undefined),
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    signal: input.signal,
    keepalive: input.keepalive,
  });
  // Null for the login page of a proxy, for example.
  const body = objectIn(text);
  if (!response.ok || body === null || body.success === false) throw errorFrom(response.status, body, text);
  // Server and browser are built from the same contract, and the server checks its admin responses against it.
  return body as ResponseOf<E>;
}

const WORDS_MAX_CHARS = 200;

/** Every field may be missing: a proxy may have answered. */
function errorFrom(status: number, failure: Partial<Failure> | null, text: string): ApiError {
  const { code, message, errors } = failure ?? {};
  if (typeof message === "string" && message !== "") return new ApiError(status, message, { code, errors });
  const body = failure === null && !/[<{]/.test(text) ? text.trim().slice(0, WORDS_MAX_CHARS) : "";
  return new ApiError(status, `The server responded with ${status}`, { code, errors, hasServerMessage: false, body });
}

const isAdminPath = (path: string) => path.startsWith("/admin/");

function headersFor(endpoint: Endpoint, hasBody: boolean): HeadersInit {
  const token = adminToken.read();
  if (token === null && isAdminPath(endpoint.path)) {
    throw new ApiError(401, "No admin token found. Please log in again.", { code: "UNAUTHORIZED" });
  }
  return {
    ...(hasBody && { "content-type": "application/json" }),
    ...(token !== null && { authorization: `Bearer ${token}` }),
  };
}

function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

function queryString(query: unknown): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}

async function send(url: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, init);
    // The connection may break while the body arrives, too.
    return { response, text: await response.text() };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, "The server cannot be reached. Check the connection and try again.");
  }
}

function objectIn(text: string): Partial<Failure> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
