import type { FastifyRequest } from "fastify";
import { TOKEN_SCOPES, type TokenScope } from "../../../contract/limits.ts";
import type { Deps } from "../../deps.ts";
import { notAllowed, signInRequired, tokenScope } from "../../errors.ts";
import type { Actor } from "../../library/activity.ts";
import { type Caller, callerOf } from "./caller.ts";
import { findSession, type Session } from "./sessions.ts";
import { findProgram, isAccessToken, type Program } from "./tokens.service.ts";

/** `from`: a request whose connection has broken no longer says it. */
type Admitted = { caller: Session | Program; from: Caller };

const admitted = new WeakMap<FastifyRequest, Admitted>();

/** The hook before every admin route: no part of the body is read before it has passed. */
export const requireAdmin = (deps: Deps) => async (request: FastifyRequest) => {
  const from = callerOf(request);
  const caller = await findCaller(deps, readToken(request), from, request.routeOptions.config.scope);
  if (!caller.user.is_admin && caller.user.role !== "admin") throw notAllowed();
  admitted.set(request, { caller, from });
  // Responses of admin routes hold signed URLs.
  await deps.signing.refresh();
};

/** For a request that takes long to arrive: whether its session or token has ended since it began. */
export async function requireAdminStill(deps: Deps, request: FastifyRequest): Promise<void> {
  const { from } = admittedAs(request);
  await findCaller(deps, readToken(request), from, request.routeOptions.config.scope);
}

async function findCaller(deps: Deps, token: string, from: Caller, needed: TokenScope | undefined) {
  if (!isAccessToken(token)) return findSession(deps, token, from);
  const program = await findProgram(deps, token, from);
  // Each scope includes those before it.
  if (!needed || TOKEN_SCOPES.indexOf(program.scope) < TOKEN_SCOPES.indexOf(needed)) throw tokenScope();
  return program;
}

/** The session of the admin who sent the request, on a route behind `requireAdmin`. Refuses programs with a token. */
export function sessionOf(request: FastifyRequest): Session {
  const { caller } = admittedAs(request);
  if (!("id" in caller)) throw tokenScope();
  return caller;
}

/** Who sent the request and from where, for the list of activity. */
export const actorOf = (request: FastifyRequest): Actor => ({
  actor: admittedAs(request).caller.user.email,
  address: request.ip,
});

function admittedAs(request: FastifyRequest): Admitted {
  const known = admitted.get(request);
  if (!known) throw new Error("this route is not behind requireAdmin");
  return known;
}

/** For calls that only a signed-in person makes. */
export async function findSessionOf(deps: Deps, request: FastifyRequest): Promise<Session> {
  const caller = await findCaller(deps, readToken(request), callerOf(request), undefined);
  if (!("id" in caller)) throw tokenScope();
  return caller;
}

function readToken(request: FastifyRequest): string {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? "")?.[1];
  if (!token) throw signInRequired();
  return token;
}
