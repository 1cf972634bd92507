import { createHash, randomBytes } from "node:crypto";
import type { login, register, User } from "../../../contract/auth.ts";
import type { BodyOf } from "../../../contract/endpoint.ts";
import { TOKEN_IDLE_DAYS } from "../../../contract/limits.ts";
import type { Deps } from "../../deps.ts";
import { AppError, notAllowed, signInRequired } from "../../errors.ts";
import { recordAudit } from "../../library/audit.ts";
import { transaction } from "../../platform/db/connect.ts";
import type { UserRow } from "../../platform/db/schema.ts";
import { countTry, forgetTries, type RateLimit, sweepRateLimits } from "../../platform/http/rate-limit.ts";
import * as queries from "./auth.queries.ts";
import { hashPassword, passwordMatches } from "./password.ts";
import { isSetupCode, setupCodeRequired } from "./setup-code.ts";

const PER_ADDRESS: RateLimit = { name: "login-address", tries: 20, windowSeconds: 15 * 60 };
const PER_ACCOUNT: RateLimit = { name: "login-account", tries: 10, windowSeconds: 15 * 60 };
const SETUP_PER_ADDRESS: RateLimit = { name: "setup-address", tries: 40, windowSeconds: 15 * 60 };
const DAY_MS = 24 * 60 * 60 * 1000;
/** Writing each use down would make every read of the admin a write. */
const TOUCH_EVERY_MS = 60 * 60 * 1000;

export type Session = { user: User; token: string };

export async function readSetup(deps: Deps) {
  const isClaimed = (await queries.findClaimedAdmin(deps.db)) !== undefined;
  return {
    setup_required: !isClaimed,
    email: isClaimed ? null : deps.config.adminEmail,
    code_required: !isClaimed && setupCodeRequired(deps.config),
  };
}

export async function registerAdmin(deps: Deps, form: BodyOf<typeof register>, address: string): Promise<Session> {
  await countTry(deps, SETUP_PER_ADDRESS, address);
  const refuse = async (message: string) => {
    await recordAudit(deps, { action: "set-up-refused", address });
    return notAllowed(message);
  };
  if (await queries.findClaimedAdmin(deps.db)) throw await refuse("The admin password is set already. Please sign in.");
  if (form.email.toLowerCase() !== deps.config.adminEmail) throw await refuse("This is not the admin's email address");
  if (setupCodeRequired(deps.config) && !(await isSetupCode(deps.db, form.setup_code ?? ""))) {
    throw await refuse("Please open the set-up link that the server printed when it started");
  }
  const password_hash = await hashPassword(form.password);
  const claim = { email: deps.config.adminEmail, name: form.name, password_hash };
  const user = await transaction(deps.db, (trx) => queries.claimAdmin(trx, claim));
  if (!user) throw await refuse("The admin password is set already. Please sign in.");
  await recordAudit(deps, { action: "set-up", actor: user.email, address });
  return { user: presentUser(user), token: await newToken(deps, user.id) };
}

export async function signIn(deps: Deps, form: BodyOf<typeof login>, address: string): Promise<Session> {
  const email = form.email.toLowerCase();
  await countTry(deps, PER_ADDRESS, address);
  await countTry(deps, PER_ACCOUNT, email);
  const user = await queries.findUserByEmail(deps.db, email);
  // Unknown emails cost the same work, so that time tells nothing.
  const matches = await passwordMatches(form.password, user?.password_hash ?? (await unmatchableHash));
  if (!user?.password_hash || !matches) {
    await recordAudit(deps, { action: "sign-in-failed", actor: email, address });
    throw new AppError(401, "WRONG_CREDENTIALS", "Invalid email or password");
  }
  await forgetTries(deps, PER_ACCOUNT, email);
  await recordAudit(deps, { action: "sign-in", actor: email, address });
  return { user: presentUser(user), token: await newToken(deps, user.id) };
}

export async function findUserOfToken(deps: Deps, token: string): Promise<User> {
  const now = deps.now();
  const hash = hashToken(token);
  const found = await queries.findTokenUser(deps.db, hash, idleLimit(now));
  if (!found) throw signInRequired();
  if (now.getTime() - Date.parse(found.last_used_at) > TOUCH_EVERY_MS) {
    await queries.touchToken(deps.db, hash, now.toISOString());
  }
  return presentUser(found);
}

export async function signOut(deps: Deps, token: string, user: User, address: string): Promise<void> {
  await queries.deleteToken(deps.db, hashToken(token));
  await recordAudit(deps, { action: "sign-out", actor: user.email, address });
}

/** Ends every session of the admin: whoever knew the old password is out. */
export async function setAdminPassword(deps: Pick<Deps, "db" | "now" | "config">, password: string): Promise<void> {
  const password_hash = await hashPassword(password);
  const now = deps.now().toISOString();
  await transaction(deps.db, async (trx) => {
    await queries.ensureAdmin(trx, deps.config.adminEmail, now);
    const admin = await queries.findUserByEmail(trx, deps.config.adminEmail);
    if (!admin) throw new Error("the admin's row was just made");
    await queries.setPassword(trx, admin.id, password_hash);
    await queries.deleteTokensOf(trx, admin.id);
  });
  await recordAudit(deps, { action: "password-set", actor: deps.config.adminEmail });
}

/** At start: the admin's row, the password of the configuration if none is set, old tokens and counts away. */
export async function prepareAuth(deps: Deps): Promise<void> {
  const now = deps.now();
  await queries.ensureAdmin(deps.db, deps.config.adminEmail, now.toISOString());
  await queries.deleteTokensUnusedSince(deps.db, idleLimit(now));
  await sweepRateLimits(deps);
  if (deps.config.adminPassword && !(await queries.findClaimedAdmin(deps.db))) {
    await setAdminPassword(deps, deps.config.adminPassword);
  }
}

const unmatchableHash = hashPassword(randomBytes(32).toString("base64url"));

async function newToken({ db, now }: Deps, userId: number): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await queries.insertToken(db, hashToken(token), userId, now().toISOString());
  return token;
}

const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");
const idleLimit = (now: Date) => new Date(now.getTime() - TOKEN_IDLE_DAYS * DAY_MS).toISOString();

function presentUser(row: UserRow): User {
  return { id: row.id, name: row.name, email: row.email, is_admin: row.is_admin === 1, role: row.role };
}
