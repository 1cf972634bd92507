import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { Credential } from "../../../contract/passkeys.ts";
import type { PasskeyRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { Site } from "./ceremony.ts";
import { type Purpose, takeChallenge } from "./challenges.ts";
import * as queries from "./passkeys.queries.ts";

/** Loaded with the first passkey: it takes 28 MB, and many sites have none. */
export const webauthn = () => import("@simplewebauthn/server");

/** Whether this passkey has signed a challenge that was given out for this purpose, here and now. */
export async function isGenuine(
  deps: Deps,
  { origin, rpId }: Site,
  passkey: PasskeyRow,
  { credential, purpose }: { credential: Credential; purpose: Purpose },
): Promise<boolean> {
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await orUndefined(
    verifyAuthenticationResponse({
      // The library checks each part of it.
      response: credential as unknown as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => takeChallenge(deps, challenge, purpose),
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: passkey.credential_id,
        publicKey: bytesOf(passkey.public_key),
        counter: passkey.counter,
      },
    }),
  );
  if (!verified?.verified) return false;
  const use = { counter: verified.authenticationInfo.newCounter, now: deps.now().toISOString() };
  return (await queries.recordPasskeyUse(deps.db, passkey.id, use)) !== undefined;
}

/** The library throws whatever it stumbles over in a wrong response, which unauthenticated clients can send. */
export async function orUndefined<Verified>(verification: Promise<Verified>): Promise<Verified | undefined> {
  try {
    return await verification;
  } catch {
    return undefined;
  }
}

export const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, "base64url"));

/** As the browser names it. */
export const describePasskey = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  transports: JSON.parse(transports),
});
