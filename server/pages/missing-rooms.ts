import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deps } from "../deps.ts";
import { notFound } from "../errors.ts";
import { lookUpVisit } from "../features/rooms/visit-cookie.ts";
import { cacheUntilChange } from "../library/cache-until-change.ts";
import { COMPRESS, chooseEncoding, type Encoding } from "../platform/http/encoding.ts";
import { pathOf } from "../platform/http/public-cache.ts";
import type { RouteTable } from "../platform/http/route-table.ts";
import { ROOM_HEADERS } from "../platform/http/security-headers.ts";

/** False for everything else. */
export type SendMissing = (request: IncomingMessage, response: ServerResponse) => false | Promise<boolean>;

type Kind = "page" | "data";
type Asked = { token: string; kind: Kind; route: string };

const ROOM = "/s/:token";
/** What people open; a program of ours asks for the rest, except that browsers without it send forms. */
const PAGE = /^\/s\/[^/]+(?:\/(?:photo|as)\/[^/]+)?$/;
const FORM = "application/x-www-form-urlencoded";

/**
 * What anyone gets who asks for a room that is unknown, expired or closed. It is ready but for one statement, and bypasses
 * Fastify: anyone can ask for as many as they like, so that it must cost little more than a cached page.
 */
export function missingRooms(
  deps: Deps,
  routes: RouteTable,
  page: () => Promise<Buffer>,
  headers: () => Record<string, string>,
): SendMissing {
  const cache = cacheUntilChange(deps.changes);
  const ready = (kind: Kind, encoding: Encoding | undefined) =>
    cache(`${kind} ${encoding}`, async () => {
      const body = kind === "page" ? await page() : Buffer.from(JSON.stringify(notFound().toFailure()));
      const bytes = encoding ? await COMPRESS[encoding](body) : body;
      const type = kind === "page" ? "text/html" : "application/json";
      const head = {
        ...headers(),
        ...ROOM_HEADERS,
        "content-type": `${type}; charset=utf-8`,
        "content-length": `${bytes.length}`,
        ...(kind === "page" && { vary: "accept-encoding" }),
        ...(encoding && { "content-encoding": encoding }),
      };
      return { bytes, head: Object.entries(head).flat() };
    });

  async function send(asked: Asked, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const startedAt = performance.now();
    const encoding = asked.kind === "page" ? chooseEncoding(request) : undefined;
    const missing = async () =>
      (await lookUpVisit(deps, request, asked.token)) ? undefined : ready(asked.kind, encoding);
    // Fastify's route says what is wrong when the database does not respond.
    const found = await missing().catch(() => undefined);
    if (!found) return false;
    response.writeHead(404, found.head).end(found.bytes);
    const seconds = (performance.now() - startedAt) / 1000;
    deps.metrics.countRequest({ method: request.method ?? "", route: asked.route, status: 404, seconds });
    return true;
  }

  return (request, response) => {
    const asked = request.url?.startsWith("/s/") ? readAsked(routes, request) : undefined;
    return asked ? send(asked, request, response) : false;
  };
}

/** Undefined for what no room has, and for what Fastify refuses as unreadable. */
function readAsked(routes: RouteTable, { method = "", url = "", headers }: IncomingMessage): Asked | undefined {
  const path = pathOf(url);
  const route = routes
    .all()
    .find(({ methods, url, pattern }) => url.startsWith(ROOM) && methods.includes(method) && pattern.test(path));
  const token = decode(path.split("/")[2]);
  if (!route || !token) return undefined;
  const isForPage = PAGE.test(path) || headers["content-type"]?.startsWith(FORM);
  return { token, kind: isForPage ? "page" : "data", route: route.url };
}

function decode(text = ""): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
