import type { Transaction } from "kysely";
import type { SessionEntry } from "../../../contract/account.ts";
import type { User } from "../../../contract/auth.ts";
import { TOKEN_IDLE_DAYS, TOKEN_MAX_DAYS } from "../../../contract/limits.ts";
import { transaction } from "../../db/connect.ts";
import type { Schema, UserRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { AppError, signInRequired } from "../../errors.ts";
import { endSignedUrls } from "../../library/secrets/signing.ts";
import * as queries from "./auth.queries.ts";
import type { Caller } from "./caller.ts";
import { rememberDevice } from "./devices.ts";
import { deletePasskeys } from "./passkeys.queries.ts";
import { hashSecret, newSecret } from "./secrets.ts";
import { deleteTokens } from "./tokens.queries.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Recording each use would make every read of the admin a write. */
export const TOUCH_EVERY_MS = 5 * 60 * 1000;
/** The most recently used. Each sign-in makes one, and scripts may sign in often. */
const LISTED_MAX = 100;

/** `device` is for the cookie by which this device is known from now on. */
export type StartedSession = { user: User; token: string; device: string };
/** The session that a request's token belongs to. */
export type Session = { id: number; user: User };

export async function startSession(
  deps: Deps,
  user: UserRow,
  { address, agent, device, passkey_id }: Caller & { device?: string | undefined; passkey_id?: number | undefined },
): Promise<StartedSession> {
  const token = newSecret();
  const now = deps.now().toISOString();
  const times = { created_at: now, last_used_at: now };
  await queries.insertToken(deps.db, {
    hash: hashSecret(token),
    user_id: user.id,
    ...times,
    address,
    agent,
    passkey_id,
  });
  return { user: presentUser(user), token, device: await rememberDevice(deps, user.id, device) };
}

export async function findSession(deps: Deps, token: string, { address }: Caller): Promise<Session> {
  const now = deps.now();
  const found = await queries.findTokenUser(deps.db, hashSecret(token), tokenLimits(now));
  if (!found) throw signInRequired();
  if (now.getTime() - Date.parse(found.last_used_at) > TOUCH_EVERY_MS) {
    const touched = queries
      .touchToken(deps.db, found.token_id, { last_used_at: now.toISOString(), address })
      .catch((error: unknown) => deps.log.warn({ err: error }, "the use of a session was not recorded"));
    // Not awaited on SQLite: while another process holds the file, reading goes on.
    if (deps.config.databaseUrl) await touched;
  }
  return { id: found.token_id, user: presentUser(found) };
}

export async function listSessions({ db, now }: Deps, current: Session): Promise<SessionEntry[]> {
  const rows = await queries.listTokens(db, current.user.id, { ...tokenLimits(now()), limit: LISTED_MAX });
  return rows.map(({ id, created_at, last_used_at, address, agent, passkey }) => ({
    id,
    current: id === current.id,
    created_on: created_at,
    last_used_on: last_used_at,
    address,
    agent,
    passkey,
  }));
}

/** Anyone who has that device may also have copied signed URLs from it, so these end too. */
export async function endSession({ db }: Deps, userId: number, sessionId: number): Promise<void> {
  await transaction(db, async (trx) => {
    if (!(await queries.deleteTokenById(trx, userId, sessionId))) {
      throw new AppError(404, "NOT_FOUND", "Session not found");
    }
    await endSignedUrls(trx);
  });
}

/** From now on the session depends on the passkey that has confirmed a change in it, or with null on none. */
export async function bindSession(trx: Transaction<Schema>, { id }: Session, passkeyId: number | null): Promise<void> {
  await queries.setTokenPasskey(trx, id, passkeyId);
}

/** Call in the commit that ends them. */
export async function endOtherSessions(trx: Transaction<Schema>, { id, user }: Session): Promise<void> {
  await queries.deleteOtherTokens(trx, user.id, id);
  await queries.deleteDevices(trx);
  await endSignedUrls(trx);
}

/**
 * Call in the commit of a new password or email that was set on the server: everyone who had access before loses every
 * session, passkey, token and URL.
 */
export async function endEverySession(trx: Transaction<Schema>): Promise<void> {
  await queries.deleteTokens(trx);
  await deletePasskeys(trx);
  await deleteTokens(trx);
  await queries.deleteDevices(trx);
  await endSignedUrls(trx);
}

/** Sessions that have ended are refused already; this deletes their rows. */
export async function deleteEndedSessions({ db, now }: Deps): Promise<void> {
  await queries.deleteTokensBeyond(db, tokenLimits(now()));
}

function tokenLimits(now: Date): queries.TokenLimits {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  return { usedAfter: daysAgo(TOKEN_IDLE_DAYS), createdAfter: daysAgo(TOKEN_MAX_DAYS) };
}

export function presentUser(row: UserRow): User {
  return { id: row.id, name: row.name, email: row.email, is_admin: row.is_admin === 1, role: row.role };
}
