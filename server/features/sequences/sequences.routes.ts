import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/sequences.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import { actorOf } from "../auth/require-admin.ts";
import * as sequences from "./sequences.service.ts";

export function sequenceRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.getSequence, ({ params, query }) => sequences.readSequence(deps, params.slug, query.version));
  handle(admin, contract.saveSequence, async ({ params, body }) => ({
    sequence: await sequences.saveSequence(deps, params.slug, body),
  }));
  handle(admin, contract.createVersion, async ({ params, body }) => ({
    sequence: await sequences.createVersion(deps, params.slug, body),
  }));
  handle(admin, contract.renameVersion, async ({ params, body }) => ({
    sequence: await sequences.renameVersion(deps, params.slug, params.id, body.name),
  }));
  handle(admin, contract.publishVersion, async ({ params, request }) => ({
    sequence: await sequences.publishVersion(deps, params.slug, params.id, actorOf(request)),
  }));
  handle(admin, contract.deleteVersion, async ({ params }) => {
    await sequences.deleteVersion(deps, params.slug, params.id);
    return {};
  });
}
