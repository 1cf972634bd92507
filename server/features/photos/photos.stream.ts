import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { QueryOf } from "../../../contract/endpoint.ts";
import { AdminPhoto, type listPhotos } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import type { Cache } from "../../library/cache-until-change.ts";
import { unreadBody } from "../../platform/http/head.ts";
import { countPhotos, eachPage } from "./photos.service.ts";

/** The response of `listPhotos` without a limit, read and written a page at a time. */
export async function streamPhotos(
  deps: Deps,
  cache: Cache,
  query: QueryOf<typeof listPhotos>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.type("application/json; charset=utf-8");
  if (reply.request.method === "HEAD") return reply.send(unreadBody());
  const { sort: _sort, limit: _limit, cursor: _cursor, ids: _ids, ...filter } = query;
  const total = await countPhotos(deps, cache, filter);
  const pages = eachPage(deps, query);
  // A fault in the first page still has its status; later ones can only cut the response short.
  const first = await pages.next();
  async function* body(): AsyncGenerator<string> {
    yield '{"success":true,"photos":[';
    if (!first.done) yield describe(first.value);
    for await (const page of pages) if (page.length > 0) yield `,${describe(page)}`;
    yield `],"total":${total},"next_cursor":null}`;
  }
  return reply.send(Readable.from(body()));
}

const describe = (photos: AdminPhoto[]) => photos.map((photo) => JSON.stringify(AdminPhoto.parse(photo))).join(",");
