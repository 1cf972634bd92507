import { createHash } from "node:crypto";
import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import type { BodyOf } from "../../../contract/endpoint.ts";
import type { addPasskey, PasskeyEntry, signInWithPasskey } from "../../../contract/passkeys.ts";
import { transaction } from "../../db/connect.ts";
import type { PasskeyRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict, invalid } from "../../errors.ts";
import { recordAccountChange } from "../../library/account-mail.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { storedLibraryId } from "../../library/files/marker.ts";
import { endSignedUrls } from "../../library/secrets/signing.ts";
import { networkOf } from "../../platform/http/network-of.ts";
import { countAttempt, type RateLimit } from "../../platform/http/rate-limit.ts";
import { findUserById } from "./auth.queries.ts";
import type { Caller } from "./caller.ts";
import type { Site } from "./ceremony.ts";
import { giveChallenge, takeChallenge } from "./challenges.ts";
import * as queries from "./passkeys.queries.ts";
import { bytesOf, describePasskey, isGenuine, orUndefined, webauthn } from "./passkeys.verify.ts";
import { bindSession, type Session, type StartedSession, startSession } from "./sessions.ts";

/** Opening the login screen asks for options, so this is more than the attempts with a password. */
const OPTIONS_PER_IP: RateLimit = { name: "passkey-options", attempts: 120, windowSeconds: 15 * 60 };
const SIGN_INS_PER_IP: RateLimit = { name: "passkey-address", attempts: 20, windowSeconds: 15 * 60 };
const PASSKEYS_MAX = 20;
export async function listPasskeys({ db }: Deps, { user }: Session): Promise<PasskeyEntry[]> {
  return (await queries.listPasskeys(db, user.id)).map(presentPasskey);
}

export async function beginRegistration(deps: Deps, { id, user }: Session, { rpId }: Site) {
  const known = await queries.listPasskeys(deps.db, user.id);
  if (known.length >= PASSKEYS_MAX) throw conflict("You have many passkeys. Remove one first.");
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: deps.site.current().name,
    rpID: rpId,
    userName: user.email,
    userDisplayName: user.name || user.email,
    userID: await userHandle(deps, user.id),
    challenge: bytesOf(await giveChallenge(deps, `register:${id}`)),
    excludeCredentials: known.map(describePasskey),
    // Without them the owner would still have to type an email address, or a thief's touch would be enough.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { ...options };
}

export async function finishRegistration(
  deps: Deps,
  { id, user }: Session,
  site: Site,
  { name, credential }: BodyOf<typeof addPasskey>,
  by: Actor,
): Promise<PasskeyEntry> {
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await orUndefined(
    verifyRegistrationResponse({
      // The library checks each part of it.
      response: credential as unknown as RegistrationResponseJSON,
      expectedChallenge: (challenge) => takeChallenge(deps, challenge, `register:${id}`),
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
    }),
  );
  if (!verified?.verified) {
    throw invalid({ credential: ["This passkey could not be verified. Try again."] });
  }
  const made = verified.registrationInfo.credential;
  const passkey = {
    user_id: user.id,
    credential_id: made.id,
    public_key: Buffer.from(made.publicKey).toString("base64url"),
    counter: made.counter,
    transports: JSON.stringify(made.transports ?? []),
    name,
    created_at: deps.now().toISOString(),
  };
  return transaction(deps.db, async (trx) => {
    const row = await queries.insertPasskey(trx, passkey);
    if (!row) throw conflict("This passkey is registered already");
    await recordAccountChange({ ...deps, db: trx }, { action: "passkey-added", ...by, detail: { name } });
    return presentPasskey(row);
  });
}

/** The sessions that began with it end with it, and the session that asks only if no other passkey or password confirmed it. */
export async function removePasskey(
  deps: Deps,
  session: Session,
  { id, confirmedBy }: { id: number; confirmedBy: number | null },
  by: Actor,
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    await bindSession(trx, session, confirmedBy);
    const removed = await queries.deletePasskey(trx, session.user.id, id);
    if (!removed) throw new AppError(404, "NOT_FOUND", "Passkey not found");
    await endSignedUrls(trx);
    const detail = { name: removed.name };
    await recordAccountChange({ ...deps, db: trx }, { action: "passkey-removed", ...by, detail });
  });
}

/** Names no passkeys, so an unauthenticated client learns nothing: the browser offers those it has for this host. */
export async function beginSignIn(deps: Deps, { rpId }: Site, { address }: Caller) {
  await countAttempt(deps, OPTIONS_PER_IP, networkOf(address));
  const { generateAuthenticationOptions } = await webauthn();
  const challenge = bytesOf(await giveChallenge(deps, "sign-in"));
  return { ...(await generateAuthenticationOptions({ rpID: rpId, challenge, userVerification: "required" })) };
}

export async function finishSignIn(
  deps: Deps,
  site: Site,
  { credential }: BodyOf<typeof signInWithPasskey>,
  caller: Caller & { device: string | undefined },
): Promise<StartedSession> {
  const { address } = caller;
  await countAttempt(deps, SIGN_INS_PER_IP, networkOf(address));
  const passkey = await queries.findPasskey(deps.db, credential.id);
  const user = passkey && (await findUserById(deps.db, passkey.user_id));
  if (!user || !(await isGenuine(deps, site, passkey, { credential, purpose: "sign-in" }))) {
    await recordActivity(deps, { action: "sign-in-failed", address, detail: { with: "passkey" } });
    throw new AppError(
      401,
      "INVALID_CREDENTIALS",
      "This passkey could not be verified. Try again, or sign in with your password.",
    );
  }
  await recordActivity(deps, { action: "sign-in", actor: user.email, address, detail: { passkey: passkey.name } });
  return startSession(deps, user, { ...caller, passkey_id: passkey.id });
}

/** The same for all passkeys of a library, and different for another library at the same host, such as localhost. */
async function userHandle({ db }: Deps, userId: number) {
  const library = (await storedLibraryId(db)) ?? "";
  return new Uint8Array(createHash("sha256").update(`${library}:${userId}`).digest());
}

const presentPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): PasskeyEntry => ({
  id,
  name,
  created_on: created_at,
  last_used_on: last_used_at,
});
