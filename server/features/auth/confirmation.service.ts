import type { Confirmation, Credential } from "../../../contract/passkeys.ts";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../errors.ts";
import { requirePassword } from "./auth.service.ts";
import type { Site } from "./ceremony.ts";
import { giveChallenge } from "./challenges.ts";
import * as queries from "./passkeys.queries.ts";
import { bytesOf, describePasskey, isGenuine, webauthn } from "./passkeys.verify.ts";
import type { Session } from "./sessions.ts";

export async function beginConfirmation(deps: Deps, { id, user }: Session, { rpId }: Site) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: bytesOf(await giveChallenge(deps, `confirm:${id}`)),
    allowCredentials: (await queries.listPasskeys(deps.db, user.id)).map(describePasskey),
    userVerification: "required",
  });
  return { ...options };
}

/**
 * For changes that a signed-in device alone must not be able to make. Returns the id of the passkey that confirmed it; null
 * for the password.
 */
export async function requireConfirmation(
  deps: Deps,
  session: Session,
  site: Site,
  { current_password, passkey }: Confirmation,
): Promise<number | null> {
  if (passkey) return confirmWithPasskey(deps, session, site, passkey);
  // The contract has one of them.
  await requirePassword(deps, session.user, current_password ?? "");
  return null;
}

/** Returns the id of the passkey. */
async function confirmWithPasskey(
  deps: Deps,
  { id, user }: Session,
  site: Site,
  credential: Credential,
): Promise<number> {
  const passkey = await queries.findPasskey(deps.db, credential.id);
  if (
    passkey?.user_id !== user.id ||
    !(await isGenuine(deps, site, passkey, { credential, purpose: `confirm:${id}` }))
  ) {
    throw invalid({ passkey: ["This passkey could not be verified. Try again, or use your password."] });
  }
  return passkey.id;
}
