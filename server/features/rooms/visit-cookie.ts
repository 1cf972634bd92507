import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { paths } from "../../../contract/paths.ts";
import type { Deps } from "../../deps.ts";
import { readCookie, setCookie } from "../../platform/http/cookie.ts";
import { findVisit, type Grant, type Visit } from "./room-access.ts";
import { findVoice } from "./room-voices.ts";

const COOKIE = "vitrine_room";
const VOICE_COOKIE = "vitrine_voice";
const VOICE_SECONDS = 180 * 24 * 60 * 60;

const lookedUp = new WeakMap<IncomingMessage, Promise<Visit | undefined>>();

/** Before Fastify, whose route then takes what was found, or how that failed. */
export function lookUpVisit(deps: Deps, request: IncomingMessage, token: string): Promise<Visit | undefined> {
  const visit = findVisit(deps, token);
  lookedUp.set(request, visit);
  return visit;
}

/** Every route of a room has the token in its URL. What was looked up counts once: a route that asks again wants to know now. */
export async function findVisitOf(deps: Deps, { raw, params }: FastifyRequest): Promise<Visit | undefined> {
  const visit = lookedUp.get(raw);
  lookedUp.delete(raw);
  return visit ?? findVisit(deps, String((params as { token?: string }).token));
}

/** For whom this visitor marks photos. */
export const withVoice = async (deps: Deps, visit: Visit, request: FastifyRequest): Promise<Visit> => ({
  ...visit,
  voice: await findVoice(deps, visit.room, readCookie(request, VOICE_COOKIE)),
});

export const readGrant = (request: FastifyRequest) => readCookie(request, COOKIE);

/** The visitor's name in this room. It opens nothing. */
export function setVoiceCookie(
  { config }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { token }: Visit,
  value: string,
): void {
  const path = paths.room(token);
  setCookie(config, request, reply, { name: VOICE_COOKIE, path, sameSite: "Lax", value, maxAgeSeconds: VOICE_SECONDS });
}

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
