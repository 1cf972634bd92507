import type { FastifyInstance } from "fastify";
import { routeOf } from "../../../contract/endpoint.ts";
import * as contract from "../../../contract/publishing.ts";
import type { Deps } from "../../deps.ts";
import { requireOrigin } from "../../platform/http/origin.ts";
import { packLightroomPlugin } from "./publishing.service.ts";

export function publishingRoutes(admin: FastifyInstance, deps: Deps): void {
  admin.get(routeOf(contract.getLightroomPlugin), async ({ headers }, reply) => {
    const origin = requireOrigin(deps.config, headers);
    return reply
      .type("application/zip")
      .header("content-disposition", 'attachment; filename="vitrine-lightroom.zip"')
      .send(packLightroomPlugin(deps, origin));
  });
}
