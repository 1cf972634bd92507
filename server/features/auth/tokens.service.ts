import type { User } from "../../../contract/auth.ts";
import type { BodyOf } from "../../../contract/endpoint.ts";
import type { TokenScope } from "../../../contract/limits.ts";
import type { addToken as addTokenCall, TokenEntry } from "../../../contract/tokens.ts";
import type { AccessTokenRow } from "../../db/access-token-table.ts";
import { transaction } from "../../db/connect.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict, invalid, signInRequired } from "../../errors.ts";
import { recordAccountChange } from "../../library/account-mail.ts";
import type { Actor } from "../../library/activity.ts";
import { endSignedUrls } from "../../library/secrets/signing.ts";
import { networkOf } from "../../platform/http/network-of.ts";
import { countAttempt, type RateLimit } from "../../platform/http/rate-limit.ts";
import type { Caller } from "./caller.ts";
import { hashSecret, newSecret } from "./secrets.ts";
import { presentUser, TOUCH_EVERY_MS } from "./sessions.ts";
import * as queries from "./tokens.queries.ts";

/** How every token begins, so that it is recognized, also where it should not be. */
const PREFIX = "vitrine_";
const TOKENS_MAX = 50;
/** Nobody guesses 256 random bits, but a program with a removed token may keep trying. */
const UNKNOWN_PER_IP: RateLimit = { name: "token-address", attempts: 300, windowSeconds: 15 * 60 };

export const isAccessToken = (token: string) => token.startsWith(PREFIX);

/** Whom a program with this token acts for, and what it may do. */
export type Program = { user: User; scope: TokenScope };

export async function listTokens({ db }: Deps, user: User): Promise<TokenEntry[]> {
  return (await queries.listTokens(db, user.id)).map(presentToken);
}

export async function addToken(
  deps: Deps,
  user: User,
  { name, scope, expires_on = null }: Pick<BodyOf<typeof addTokenCall>, "name" | "scope" | "expires_on">,
  by: Actor,
): Promise<{ token: string; entry: TokenEntry }> {
  const now = deps.now().toISOString();
  if (expires_on !== null && expires_on <= now) throw invalid({ expires_on: ["Choose a time in the future"] });
  if ((await queries.listTokens(deps.db, user.id)).length >= TOKENS_MAX) {
    throw conflict("You have many tokens. Remove one first.");
  }
  const token = PREFIX + newSecret();
  const row = await transaction(deps.db, async (trx) => {
    await recordAccountChange({ ...deps, db: trx }, { action: "token-added", ...by, detail: { name, scope } });
    return queries.insertToken(trx, {
      hash: hashSecret(token),
      user_id: user.id,
      name,
      scope,
      created_at: now,
      last_used_at: null,
      expires_at: expires_on,
    });
  });
  return { token, entry: presentToken(row) };
}

/** The program may have kept signed URLs, so these end too. */
export async function removeToken(deps: Deps, user: User, id: number, by: Actor): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const removed = await queries.deleteToken(trx, user.id, id);
    if (!removed) throw new AppError(404, "NOT_FOUND", "Token not found");
    await endSignedUrls(trx);
    await recordAccountChange({ ...deps, db: trx }, { action: "token-removed", ...by, detail: { name: removed.name } });
  });
}

/** Throws for a token that is unknown, removed or expired. */
export async function findProgram(deps: Deps, token: string, { address }: Caller): Promise<Program> {
  const now = deps.now();
  const found = await queries.findTokenUser(deps.db, hashSecret(token), now.toISOString());
  if (!found) {
    await countAttempt(deps, UNKNOWN_PER_IP, networkOf(address));
    throw signInRequired();
  }
  const isNoted = found.last_used_at !== null && now.getTime() - Date.parse(found.last_used_at) <= TOUCH_EVERY_MS;
  if (!isNoted || found.address !== address) {
    const touched = queries
      .touchToken(deps.db, found.token_id, { last_used_at: now.toISOString(), address })
      .catch((error: unknown) => deps.log.warn({ err: error }, "the use of a token was not recorded"));
    // Not awaited on SQLite: while another process holds the file, reading goes on.
    if (deps.config.databaseUrl) await touched;
  }
  return { user: presentUser(found), scope: found.scope };
}

const presentToken = (row: AccessTokenRow): TokenEntry => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  created_on: row.created_at,
  last_used_on: row.last_used_at,
  address: row.address,
  expires_on: row.expires_at,
});
