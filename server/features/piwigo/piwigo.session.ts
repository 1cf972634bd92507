import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { User } from "../../../contract/auth.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { isEncrypted, readCookie } from "../../platform/http/cookie.ts";
import { callerOf } from "../auth/caller.ts";
import { findProgram, isAccessToken } from "../auth/tokens.service.ts";

/** By this name Shotwell looks for it. */
const COOKIE = "pwg_id";
const PATH = "/ws.php";

export const readSession = (request: FastifyRequest) => readCookie(request, COOKIE);

/** The token itself, for this path alone: no browser needs it, and it ends with the token. Empty: none. */
export function setSession({ config }: Deps, request: FastifyRequest, reply: FastifyReply, token: string): void {
  const ends = token === "" ? "; Max-Age=0" : "";
  const secure = isEncrypted(config, request) ? "; Secure" : "";
  reply.header("set-cookie", `${COOKIE}=${token}; Path=${PATH}; HttpOnly; SameSite=Strict${ends}${secure}`);
}

/** The owner, if this is a token that may publish. Throws when someone has tried too many. */
export async function findOwner(deps: Deps, request: FastifyRequest, token: string): Promise<User | undefined> {
  if (!isAccessToken(token)) return undefined;
  try {
    const { user, scope } = await findProgram(deps, token, callerOf(request));
    return scope === "publish" && user.is_admin ? user : undefined;
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined;
    throw error;
  }
}

export const proofOf = (token: string) => createHash("sha256").update(`proof:${token}`).digest("hex").slice(0, 32);
