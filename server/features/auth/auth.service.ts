import type { changePassword } from "../../../contract/account.ts";
import type { login, register, User } from "../../../contract/auth.ts";
import type { BodyOf } from "../../../contract/endpoint.ts";
import { transaction } from "../../db/connect.ts";
import type { Db, UserRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { AppError, CannotStartError, invalid, notAllowed } from "../../errors.ts";
import { recordAccountChange } from "../../library/account-mail.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { endSignedUrls } from "../../library/secrets/signing.ts";
import { networkOf } from "../../platform/http/network-of.ts";
import { countAttempt, type RateLimit, resetAttempts } from "../../platform/http/rate-limit.ts";
import * as queries from "./auth.queries.ts";
import type { Caller } from "./caller.ts";
import { COMMON_PASSWORD, isCommonPassword } from "./common-passwords.ts";
import { isKnownDevice, rememberDevice } from "./devices.ts";
import { deletePasskeys } from "./passkeys.queries.ts";
import { assertHashCapacity, hashPassword, passwordMatches } from "./password.ts";
import { hashSecret, newSecret } from "./secrets.ts";
import {
  bindSession,
  endEverySession,
  endOtherSessions,
  type Session,
  type StartedSession,
  startSession,
} from "./sessions.ts";
import { isSetupCode } from "./setup-code.ts";
import { deleteTokens } from "./tokens.queries.ts";

const PER_IP: RateLimit = { name: "login-address", attempts: 20, windowSeconds: 15 * 60 };
const PER_ACCOUNT: RateLimit = { name: "login-account", attempts: 10, windowSeconds: 15 * 60 };
/** For a device that has signed in before: the attempts of others do not count for it, nor its own for others. */
const PER_DEVICE: RateLimit = { name: "login-device", attempts: 10, windowSeconds: 15 * 60 };
const SETUP_PER_IP: RateLimit = { name: "setup-address", attempts: 40, windowSeconds: 15 * 60 };
/** Someone with a stolen session must not be able to guess the password. */
const PER_SESSION_USER: RateLimit = { name: "confirm-password", attempts: 10, windowSeconds: 15 * 60 };

/** `isLocal`: it comes from this machine, by every available sign, so it may set the site up without the code. */
export type SetupCaller = Caller & { isLocal: boolean };

export async function readSetup({ db }: Deps, { isLocal }: SetupCaller) {
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
  caller: SetupCaller,
): Promise<StartedSession> {
  const { address, isLocal } = caller;
  assertHashCapacity();
  await countAttempt(deps, SETUP_PER_IP, networkOf(address));
  const refuse = async (message: string) => {
    await recordActivity(deps, { action: "set-up-refused", address });
    return notAllowed(message);
  };
  const admin = await queries.findAdmin(deps.db);
  if (admin?.password_hash) throw await refuse("The admin password is already set. Please sign in.");
  if (form.email.toLowerCase() !== admin?.email) throw await refuse("This is not the admin's email address");
  // The first visitor could claim a new site, so from outside the claim needs the code in the server's output.
  if (!isLocal && !(await isSetupCode(deps.db, form.setup_code ?? ""))) {
    throw await refuse("Please open the set-up link that the server printed when it started");
  }
  requireUncommon(form.password);
  const password_hash = await hashPassword(form.password);
  const user = await queries.claimAdmin(deps.db, { name: form.name, password_hash });
  if (!user) throw await refuse("The admin password is already set. Please sign in.");
  await recordActivity(deps, { action: "set-up", actor: user.email, address });
  return startSession(deps, user, caller);
}

export async function signIn(
  deps: Deps,
  form: BodyOf<typeof login>,
  caller: Caller & { device: string | undefined },
): Promise<StartedSession> {
  const { address, device } = caller;
  assertHashCapacity();
  const email = form.email.toLowerCase();
  const user = await queries.findUserByEmail(deps.db, email);
  const limits =
    user && device && (await isKnownDevice(deps, user.id, device))
      ? [{ limit: PER_DEVICE, who: hashSecret(device) }]
      : [
          { limit: PER_IP, who: networkOf(address) },
          { limit: PER_ACCOUNT, who: email },
        ];
  for (const { limit, who } of limits) await countAttempt(deps, limit, who);
  // Unknown emails cost the same work, so that the time reveals nothing.
  const matches = await passwordMatches(form.password, user?.password_hash ?? (await unmatchableHash));
  if (!user?.password_hash || !matches) {
    await recordActivity(deps, { action: "sign-in-failed", actor: email, address });
    throw new AppError(401, "INVALID_CREDENTIALS", "Invalid email or password");
  }
  for (const { limit, who } of limits) if (limit !== PER_IP) await resetAttempts(deps, limit, who);
  await recordActivity(deps, { action: "sign-in", actor: email, address });
  return startSession(deps, user, caller);
}

export async function signOut(deps: Deps, { id, user }: Session, { address }: Caller): Promise<void> {
  await transaction(deps.db, async (trx) => {
    await queries.deleteTokenById(trx, user.id, id);
    // Those of other sessions end too, which load their pictures again.
    await endSignedUrls(trx);
    await recordActivity({ db: trx, now: deps.now }, { action: "sign-out", actor: user.email, address });
  });
}

/** Wrong passwords are limited. */
export async function requirePassword(deps: Deps, user: { id: number }, password: string): Promise<UserRow> {
  assertHashCapacity();
  await countAttempt(deps, PER_SESSION_USER, String(user.id));
  const row = await queries.findUserById(deps.db, user.id);
  if (!row?.password_hash || !(await passwordMatches(password, row.password_hash))) {
    throw invalid({ current_password: ["This is not your current password"] });
  }
  await resetAttempts(deps, PER_SESSION_USER, String(user.id));
  return row;
}

export async function changeAdmin(
  db: Db,
  user: User,
  change: { name?: string | undefined; email?: string | undefined },
): Promise<User> {
  const changed = { ...user, ...(change.name && { name: change.name }), ...(change.email && { email: change.email }) };
  await queries.updateAdmin(db, { name: changed.name, email: changed.email });
  return changed;
}

/** Every session but this one ends. Returns the new value of the device's cookie. */
export async function replacePassword(
  deps: Deps,
  session: Session,
  { password, remove_passkeys, remove_tokens }: Omit<BodyOf<typeof changePassword>, "current_password">,
  by: Actor,
): Promise<string> {
  requireUncommon(password);
  const password_hash = await hashPassword(password);
  await transaction(deps.db, async (trx) => {
    await queries.updateAdmin(trx, { password_hash });
    // The old password has confirmed it, so it does not end with the passkey that it may have begun with.
    await bindSession(trx, session, null);
    const passkeys = remove_passkeys ? await deletePasskeys(trx) : 0;
    const tokens = remove_tokens ? await deleteTokens(trx) : 0;
    await endOtherSessions(trx, session);
    const detail = { passkeys, tokens };
    await recordAccountChange({ ...deps, db: trx }, { action: "password-set", ...by, detail });
  });
  return rememberDevice(deps, session.user.id, undefined);
}

function requireUncommon(password: string): void {
  if (isCommonPassword(password)) throw invalid({ password: [COMMON_PASSWORD] });
}

/** Ends every session, so anyone who knew the old password is signed out. Returns the admin's email. */
export async function setAdminPassword(deps: Pick<Deps, "config" | "db" | "now">, password: string): Promise<string> {
  const admin = await queries.findAdmin(deps.db);
  if (!admin) throw new CannotStartError("there is no admin yet. Start the server once, then try again");
  if (isCommonPassword(password))
    throw new CannotStartError("this password is one of the most common ones. Choose another");
  const password_hash = await hashPassword(password);
  await transaction(deps.db, async (trx) => {
    await queries.updateAdmin(trx, { password_hash });
    await endEverySession(trx);
    await recordAccountChange({ ...deps, db: trx }, { action: "password-set", actor: admin.email });
  });
  return admin.email;
}

const unmatchableHash = hashPassword(newSecret());
