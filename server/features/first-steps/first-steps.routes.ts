import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/first-steps.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import { getFirstSteps, updateFirstSteps } from "./first-steps.service.ts";

export function firstStepsRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, contract.getFirstSteps, async () => ({ first_steps: await getFirstSteps(deps) }));
  handle(admin, contract.updateFirstSteps, async ({ body }) => ({ first_steps: await updateFirstSteps(deps, body) }));
}
