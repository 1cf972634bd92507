import type { FastifyInstance } from "fastify";
import * as contract from "../../../../contract/pictures.ts";
import type { Deps } from "../../../deps.ts";
import { handle } from "../../../platform/http/handle.ts";
import { makePublicPicture, type OnDemand } from "./on-demand.ts";

export function makingRoutes(publicApi: FastifyInstance, deps: Deps, onDemand: OnDemand): void {
  handle(publicApi, contract.generateVariant, ({ params, body, request }) =>
    makePublicPicture(deps, onDemand, { ...params, ...body, ip: request.ip }),
  );
}
