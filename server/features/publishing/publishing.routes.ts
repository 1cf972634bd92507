import type { FastifyInstance } from "fastify";
import { routeOf } from "../../../contract/endpoint.ts";
import * as contract from "../../../contract/publishing.ts";
import type { Deps } from "../../deps.ts";
import { packLightroomPlugin } from "./publishing.service.ts";

export function publishingRoutes(admin: FastifyInstance, deps: Deps): void {
  admin.get(routeOf(contract.getLightroomPlugin), async (request, reply) => {
    const origin = deps.config.publicUrl ?? `${request.protocol}://${request.host}`;
    return reply
      .type("application/zip")
      .header("content-disposition", 'attachment; filename="vitrine-lightroom.zip"')
      .send(packLightroomPlugin(deps, origin));
  });
}
