import { randomBytes } from "node:crypto";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../errors.ts";

const MIN_AGE_MS = 3_000;
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
const FORM = /^(\d{1,13})\.([\w-]{22})\.([\w-]{43})$/;

const textOf = (madeAtMs: string | number, nonce: string) => `contact form ${madeAtMs} ${nonce}`;

/**
 * A value for one message: when the form was made, a random part and a signature. Bots that post without the page have
 * none, and those that fill in the page at once are too fast. Not signed like a URL: those end with the owner's sign-out.
 */
export function makeForm({ sealing, now }: Pick<Deps, "sealing" | "now">): string {
  const madeAtMs = now().getTime();
  const nonce = randomBytes(16).toString("base64url");
  return `${madeAtMs}.${nonce}.${sealing.sign(textOf(madeAtMs, nonce))}`;
}

/** Returns the random part, which may be used once. */
export function requireForm({ sealing, now }: Pick<Deps, "sealing" | "now">, form: string): string {
  const [, madeAt = "", nonce = "", signature = ""] = FORM.exec(form) ?? [];
  const ageMs = now().getTime() - Number(madeAt);
  if (nonce === "" || ageMs > MAX_AGE_MS || !sealing.isSigned(textOf(madeAt, nonce), signature)) throw staleForm();
  if (ageMs < MIN_AGE_MS) {
    throw invalid({ form: ["That was very fast. Wait a moment and send it again."] });
  }
  return nonce;
}

export const staleForm = () => invalid({ form: ["This form has expired or was already sent. Load the page again."] });
