import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/export.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import { actorOf } from "../auth/require-admin.ts";
import { EXPORT_PATH, openExport, signExport } from "./export.download.ts";

export function exportRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.downloadLibrary, async ({ request }) => ({ url: await signExport(deps, actorOf(request)) }));
}

/** Outside the admin guard: the signed URL is the permission. */
export function exportDownloadRoutes(app: FastifyInstance, deps: Deps): void {
  app.get<{ Querystring: { expires?: string; signature?: string } }>(EXPORT_PATH, async ({ query }, reply) => {
    const download = await openExport(deps, query);
    const day = deps.now().toISOString().slice(0, 10);
    return reply
      .type("application/zip")
      .header("content-disposition", `attachment; filename="vitrine-${day}.zip"`)
      .header("cache-control", "no-store")
      .send(download);
  });
}
