import type { FastifyReply, FastifyRequest } from "fastify";
import { paths } from "../../../contract/paths.ts";
import type { Deps } from "../../deps.ts";
import { readCookie, setCookie } from "../../platform/http/cookie.ts";
import { findVisit, type Grant, type Visit } from "./room-access.ts";

const COOKIE = "vitrine_room";

/** Every route of a room has the token in its URL. */
export async function findVisitOf(deps: Deps, { params }: FastifyRequest): Promise<Visit | undefined> {
  return findVisit(deps, String((params as { token?: string }).token));
}

export const readGrant = (request: FastifyRequest) => readCookie(request, COOKIE);

/** Browsers send it to this room alone. What it says is checked against the room as well. */
export function setGrantCookie(
  { config }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { token }: Visit,
  grant: Grant,
): void {
  setCookie(config, request, reply, { name: COOKIE, path: paths.room(token), sameSite: "Lax", ...grant });
}
