import {
  addPasskey,
  getConfirmationOptions,
  getPasskeyOptions,
  getSignInOptions,
  signInWithPasskey,
} from "../contract/passkeys.ts";
import type { Ceremony, createAuthenticator } from "./authenticator.ts";
import type { Client } from "./client.ts";

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Confirmed with the password, as most owners do. */
export async function registerPasskey(
  admin: Client,
  passkey: Authenticator,
  { name, current_password }: { name: string; current_password: string },
): Promise<void> {
  const { options } = await admin.call(getPasskeyOptions, { body: { current_password } });
  const credential = passkey.register({ challenge: options.challenge, origin: admin.url });
  await admin.call(addPasskey, { body: { name, credential } });
}

export const newChallenge = async (visitor: Client) => (await visitor.call(getSignInOptions)).options.challenge;

export async function responseTo(visitor: Client, passkey: Authenticator, wrong: Partial<Ceremony> = {}) {
  return passkey.signIn({ challenge: await newChallenge(visitor), origin: visitor.url, ...wrong });
}

export async function signInWith(visitor: Client, passkey: Authenticator, ceremony?: Partial<Ceremony>) {
  return visitor.call(signInWithPasskey, { body: { credential: await responseTo(visitor, passkey, ceremony) } });
}

/** In the body of a change of the account. */
export async function confirmWith(admin: Client, passkey: Authenticator, wrong: Partial<Ceremony> = {}) {
  const { options } = await admin.call(getConfirmationOptions);
  return { passkey: passkey.signIn({ challenge: options.challenge, origin: admin.url, ...wrong }) };
}
