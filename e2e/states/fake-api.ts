import type { Page, Request, Route } from "@playwright/test";
import type { z } from "zod";
import { API_PREFIX, type Endpoint, routeOf } from "../../contract/endpoint.ts";
import type { ErrorCode } from "../../contract/errors.ts";

/** As the contract has it, before the server's own conversions. */
type ResponseIn<E extends Endpoint> = z.input<E["response"]>;
/** `params` has the values of its path and of its query. */
export type Call = { params: Record<string, string>; body: unknown; token: string | undefined };
/** A refusal of the server, the page of a proxy, or no response at all. */
export type Failure = { status: number; message?: string; code?: ErrorCode } | { status: number; page: string } | "cut";

export type FakeApi = {
  /** From now on this call responds so. */
  respond<E extends Endpoint>(endpoint: E, response: ResponseIn<E> | ((call: Call) => ResponseIn<E>)): void;
  fail(endpoint: Endpoint, failure: Failure): void;
  /** From now on this call gets no response until `release`. */
  hold(endpoint: Endpoint): { release(): void };
  /** Every call of this endpoint so far. */
  calls(endpoint: Endpoint): Call[];
};

type Reply = Parameters<Route["fulfill"]>[0];
type Known = { respond?: (call: Call) => unknown; failure?: Failure; held?: Promise<void>; calls: Call[] };

/**
 * Responds to every call of the page. A response is checked against the contract, as the server checks its own, so a
 * contract that changes breaks the tests that use it. A call without a response goes to `onUnknown`.
 */
export async function fakeApi(page: Page, onUnknown: (call: string) => void): Promise<FakeApi> {
  const known = new Map<Endpoint, Known>();
  const knownOf = (endpoint: Endpoint) => {
    const entry = known.get(endpoint) ?? { calls: [] };
    known.set(endpoint, entry);
    return entry;
  };
  await page.route(`**${API_PREFIX}/**`, async (route) => {
    const endpoint = endpointOf(route.request(), [...known.keys()]);
    if (!endpoint) {
      onUnknown(`${route.request().method()} ${route.request().url()}`);
      return route.abort();
    }
    const entry = knownOf(endpoint);
    const call = callOf(route.request(), endpoint);
    entry.calls.push(call);
    await entry.held;
    const reply = replyTo(endpoint, entry, call);
    // The page may have cancelled it.
    await (reply ? route.fulfill(reply) : route.abort("connectionreset")).catch(() => {});
  });
  return {
    respond(endpoint, response) {
      const entry = knownOf(endpoint);
      delete entry.failure;
      // A response is never itself a function.
      entry.respond = typeof response === "function" ? (response as (call: Call) => unknown) : () => response;
    },
    fail(endpoint, failure) {
      knownOf(endpoint).failure = failure;
    },
    hold(endpoint) {
      const { promise, resolve } = Promise.withResolvers<void>();
      knownOf(endpoint).held = promise;
      return { release: resolve };
    },
    calls: (endpoint) => knownOf(endpoint).calls,
  };
}

/** A path with a name is also one with a parameter, such as `/photos/ids` and `/photos/:id`: the one with fewer counts. */
function endpointOf(request: Request, known: Endpoint[]): Endpoint | undefined {
  const { pathname } = new URL(request.url());
  const parameters = ({ path }: Endpoint) => path.split(":").length;
  return known
    .filter((endpoint) => endpoint.method === request.method() && patternOf(endpoint).test(pathname))
    .sort((a, b) => parameters(a) - parameters(b))[0];
}

const patternOf = (endpoint: Endpoint) => new RegExp(`^${routeOf(endpoint).replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`);

function callOf(request: Request, endpoint: Endpoint): Call {
  const { pathname, searchParams } = new URL(request.url());
  return {
    params: { ...Object.fromEntries(searchParams), ...patternOf(endpoint).exec(pathname)?.groups },
    body: request.postDataJSON(),
    token: request.headers().authorization?.replace("Bearer ", ""),
  };
}

/** Undefined for none. */
function replyTo(endpoint: Endpoint, { failure, respond }: Known, call: Call): Reply {
  if (failure === "cut") return undefined;
  if (failure && "page" in failure) return { status: failure.status, contentType: "text/html", body: failure.page };
  if (failure) return { status: failure.status, json: { success: false, ...failure } };
  const response = endpoint.response.parse(respond?.(call));
  return {
    status: endpoint.status ?? 200,
    json: endpoint.bare ? response : { success: true, ...(response as object) },
  };
}
