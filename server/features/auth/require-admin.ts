import type { FastifyRequest } from "fastify";
import type { User } from "../../../contract/auth.ts";
import type { Deps } from "../../deps.ts";
import { notAllowed, signInRequired } from "../../errors.ts";
import type { Actor } from "../../library/audit.ts";
import { findUserOfToken } from "./auth.service.ts";

const admins = new WeakMap<FastifyRequest, User>();

/** The hook before every admin route: no part of the body is read before it has passed. */
export const requireAdmin = (deps: Deps) => async (request: FastifyRequest) => {
  const user = await findUserOfToken(deps, readToken(request));
  if (!user.is_admin && user.role !== "admin") throw notAllowed();
  admins.set(request, user);
  // Answers of admin routes hold signed addresses.
  await deps.signing.refresh();
};

/** The admin who sent the request, on a route behind `requireAdmin`. */
function adminOf(request: FastifyRequest): User {
  const user = admins.get(request);
  if (!user) throw new Error("this route is not behind requireAdmin");
  return user;
}

/** Who sent the request and from where, for the audit log. */
export const actorOf = (request: FastifyRequest): Actor => ({ actor: adminOf(request).email, address: request.ip });

export function readToken(request: FastifyRequest): string {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? "")?.[1];
  if (!token) throw signInRequired();
  return token;
}
