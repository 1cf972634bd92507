import type { FastifyReply, FastifyRequest } from "fastify";
import { paths } from "../../../contract/paths.ts";
import type { Deps } from "../../deps.ts";
import { findVisit, type Grant, type Visit } from "./room-access.ts";

const COOKIE = "vitrine_room";

/** Every route of a room has the token in its URL. */
export async function findVisitOf(deps: Deps, { params }: FastifyRequest): Promise<Visit | undefined> {
  return findVisit(deps, String((params as { token?: string }).token));
}

export function readGrant({ headers }: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]{1,100})(?:;|$)`).exec(headers.cookie ?? "")?.[1];
}

/** Browsers send it to this room alone. What it says is checked against the room as well. */
export function setGrantCookie(
  { config }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { token }: Visit,
  { value, maxAgeSeconds }: Grant,
): void {
  // On a local network the site may have no TLS.
  const isEncrypted = request.protocol === "https" || config.publicUrl?.startsWith("https:") === true;
  const attributes = [
    `${COOKIE}=${value}`,
    `Path=${paths.room(token)}`,
    `Max-Age=${maxAgeSeconds}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(isEncrypted ? ["Secure"] : []),
  ];
  reply.header("set-cookie", attributes.join("; "));
}
