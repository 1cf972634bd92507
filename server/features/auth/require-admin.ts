import type { FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { notAllowed, signInRequired } from "../../errors.ts";
import type { Actor } from "../../library/activity.ts";
import { callerOf } from "./caller.ts";
import { findSession, type Session } from "./sessions.ts";

const sessions = new WeakMap<FastifyRequest, Session>();

/** The hook before every admin route: no part of the body is read before it has passed. */
export const requireAdmin = (deps: Deps) => async (request: FastifyRequest) => {
  const session = await findSession(deps, readToken(request), callerOf(request));
  if (!session.user.is_admin && session.user.role !== "admin") throw notAllowed();
  sessions.set(request, session);
  // Responses of admin routes hold signed URLs.
  await deps.signing.refresh();
};

/** The session of the admin who sent the request, on a route behind `requireAdmin`. */
export function sessionOf(request: FastifyRequest): Session {
  const session = sessions.get(request);
  if (!session) throw new Error("this route is not behind requireAdmin");
  return session;
}

/** Who sent the request and from where, for the list of activity. */
export const actorOf = (request: FastifyRequest): Actor => ({
  actor: sessionOf(request).user.email,
  address: request.ip,
});

export function readToken(request: FastifyRequest): string {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? "")?.[1];
  if (!token) throw signInRequired();
  return token;
}
