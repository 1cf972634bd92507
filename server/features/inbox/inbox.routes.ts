import type { FastifyInstance } from "fastify";
import { getInbox } from "../../../contract/inbox.ts";
import type { Deps } from "../../deps.ts";
import { handle } from "../../platform/http/handle.ts";
import { readInbox } from "./inbox.service.ts";

export function inboxRoutes(admin: FastifyInstance, deps: Deps): void {
  handle(admin, getInbox, () => readInbox(deps));
}
