import type { Deps } from "../../deps.ts";
import * as queries from "./passkeys.queries.ts";
import { hashSecret, newSecret } from "./secrets.ts";

const CHALLENGE_MS = 5 * 60 * 1000;

/** What a challenge was given out for. All but a sign-in are bound to a session. */
export type Purpose = "sign-in" | `register:${number}` | `confirm:${number}`;

/** Returns the value that the passkey signs. In the database, so that any server can check the response. */
export async function giveChallenge({ db, now }: Deps, purpose: Purpose): Promise<string> {
  const challenge = newSecret();
  const expires_at = new Date(now().getTime() + CHALLENGE_MS).toISOString();
  await queries.insertChallenge(db, { hash: hashSecret(challenge), purpose, expires_at });
  return challenge;
}

/** True once for each challenge, even if the rest of the response turns out to be wrong. */
export async function takeChallenge({ db, now }: Deps, challenge: string, purpose: Purpose): Promise<boolean> {
  const given = { hash: hashSecret(challenge), purpose, now: now().toISOString() };
  return (await queries.takeChallenge(db, given)) !== undefined;
}

export async function deleteOldChallenges({ db, now }: Deps): Promise<void> {
  await queries.deleteChallengesBefore(db, now().toISOString());
}
