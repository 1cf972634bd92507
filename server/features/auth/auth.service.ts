import type { login, register, User } from "../../../contract/auth.ts";
import type { BodyOf } from "../../../contract/endpoint.ts";
import { TOKEN_IDLE_DAYS, TOKEN_MAX_DAYS } from "../../../contract/limits.ts";
import type { Deps } from "../../deps.ts";
import { AppError, CannotStartError, notAllowed, signInRequired } from "../../errors.ts";
import { recordAudit } from "../../library/audit.ts";
import { transaction } from "../../platform/db/connect.ts";
import type { UserRow } from "../../platform/db/schema.ts";
import { networkOf } from "../../platform/http/network-of.ts";
import { countTry, forgetTries, type RateLimit } from "../../platform/http/rate-limit.ts";
import * as queries from "./auth.queries.ts";
import { isKnownDevice, rememberDevice } from "./devices.ts";
import { hashPassword, passwordMatches, requireRoomToHash } from "./password.ts";
import { hashSecret, newSecret } from "./secrets.ts";
import { endEverySession } from "./sessions.ts";
import { isSetupCode } from "./setup-code.ts";

const PER_ADDRESS: RateLimit = { name: "login-address", tries: 20, windowSeconds: 15 * 60 };
const PER_ACCOUNT: RateLimit = { name: "login-account", tries: 10, windowSeconds: 15 * 60 };
/** For a device that has signed in before: the attempts of others do not count for it, nor its own for others. */
const PER_DEVICE: RateLimit = { name: "login-device", tries: 10, windowSeconds: 15 * 60 };
const SETUP_PER_ADDRESS: RateLimit = { name: "setup-address", tries: 40, windowSeconds: 15 * 60 };
const DAY_MS = 24 * 60 * 60 * 1000;
/** Recording each use would make every read of the admin a write. */
const TOUCH_EVERY_MS = 60 * 60 * 1000;

/** `device` is for the cookie by which this device is known from now on. */
export type Session = { user: User; token: string; device: string };

/** Where a request comes from. */
export type Caller = {
  address: string;
  /** The request comes from this machine, by every available sign, so it may set the site up without the code. */
  isLocal: boolean;
};

export async function readSetup({ db }: Deps, { isLocal }: Caller) {
  const admin = await queries.findAdmin(db);
  const isClaimed = admin?.password_hash != null;
  return {
    setup_required: !isClaimed,
    email: isClaimed ? null : (admin?.email ?? null),
    code_required: !isClaimed && !isLocal,
  };
}

export async function registerAdmin(
  deps: Deps,
  form: BodyOf<typeof register>,
  { address, isLocal }: Caller,
): Promise<Session> {
  requireRoomToHash();
  await countTry(deps, SETUP_PER_ADDRESS, networkOf(address));
  const refuse = async (message: string) => {
    await recordAudit(deps, { action: "set-up-refused", address });
    return notAllowed(message);
  };
  const admin = await queries.findAdmin(deps.db);
  if (admin?.password_hash) throw await refuse("The admin password is already set. Please sign in.");
  if (form.email.toLowerCase() !== admin?.email) throw await refuse("This is not the admin's email address");
  // The first visitor could claim a new site, so from outside the claim needs the code in the server's output.
  if (!isLocal && !(await isSetupCode(deps.db, form.setup_code ?? ""))) {
    throw await refuse("Please open the set-up link that the server printed when it started");
  }
  const password_hash = await hashPassword(form.password);
  const user = await queries.claimAdmin(deps.db, { name: form.name, password_hash });
  if (!user) throw await refuse("The admin password is already set. Please sign in.");
  await recordAudit(deps, { action: "set-up", actor: user.email, address });
  return startSession(deps, user, undefined);
}

export async function signIn(
  deps: Deps,
  form: BodyOf<typeof login>,
  { address, device }: { address: string; device: string | undefined },
): Promise<Session> {
  requireRoomToHash();
  const email = form.email.toLowerCase();
  const user = await queries.findUserByEmail(deps.db, email);
  const limits =
    user && device && (await isKnownDevice(deps, user.id, device))
      ? [{ limit: PER_DEVICE, who: hashSecret(device) }]
      : [
          { limit: PER_ADDRESS, who: networkOf(address) },
          { limit: PER_ACCOUNT, who: email },
        ];
  for (const { limit, who } of limits) await countTry(deps, limit, who);
  // Unknown emails cost the same work, so that the time reveals nothing.
  const matches = await passwordMatches(form.password, user?.password_hash ?? (await unmatchableHash));
  if (!user?.password_hash || !matches) {
    await recordAudit(deps, { action: "sign-in-failed", actor: email, address });
    throw new AppError(401, "INVALID_CREDENTIALS", "Invalid email or password");
  }
  for (const { limit, who } of limits) if (limit !== PER_ADDRESS) await forgetTries(deps, limit, who);
  await recordAudit(deps, { action: "sign-in", actor: email, address });
  return startSession(deps, user, device);
}

export async function findUserOfToken(deps: Deps, token: string): Promise<User> {
  const now = deps.now();
  const hash = hashSecret(token);
  const found = await queries.findTokenUser(deps.db, hash, tokenLimits(now));
  if (!found) throw signInRequired();
  if (now.getTime() - Date.parse(found.last_used_at) > TOUCH_EVERY_MS) {
    await queries.touchToken(deps.db, hash, now.toISOString());
  }
  return presentUser(found);
}

export async function signOut(deps: Deps, token: string, user: User, address: string): Promise<void> {
  await queries.deleteToken(deps.db, hashSecret(token));
  await recordAudit(deps, { action: "sign-out", actor: user.email, address });
}

/** Ends every session, so anyone who knew the old password is signed out. Returns the admin's email. */
export async function setAdminPassword(deps: Pick<Deps, "db" | "now">, password: string): Promise<string> {
  const admin = await queries.findAdmin(deps.db);
  if (!admin) throw new CannotStartError("there is no admin yet. Start the server once, then try again");
  const password_hash = await hashPassword(password);
  await transaction(deps.db, async (trx) => {
    await queries.updateAdmin(trx, { password_hash });
    await endEverySession(trx);
  });
  await recordAudit(deps, { action: "password-set", actor: admin.email });
  return admin.email;
}

/** Sessions that have ended are refused already; this deletes their rows. */
export async function deleteEndedSessions({ db, now }: Deps): Promise<void> {
  await queries.deleteTokensBeyond(db, tokenLimits(now()));
}

const unmatchableHash = hashPassword(newSecret());

async function startSession(deps: Deps, user: UserRow, formerDevice: string | undefined): Promise<Session> {
  const token = newSecret();
  await queries.insertToken(deps.db, hashSecret(token), user.id, deps.now().toISOString());
  return { user: presentUser(user), token, device: await rememberDevice(deps, user.id, formerDevice) };
}

function tokenLimits(now: Date): queries.TokenLimits {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  return { usedAfter: daysAgo(TOKEN_IDLE_DAYS), createdAfter: daysAgo(TOKEN_MAX_DAYS) };
}

function presentUser(row: UserRow): User {
  return { id: row.id, name: row.name, email: row.email, is_admin: row.is_admin === 1, role: row.role };
}
