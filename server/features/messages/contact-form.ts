import { randomUUID } from "node:crypto";
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
  // Not `randomBytes`, which asks the system each time: refused forms are made again.
  const nonce = Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString("base64url");
  return `${madeAtMs}.${nonce}.${sealing.sign(textOf(madeAtMs, nonce))}`;
}

/** The random part, if this site has made the form. */
export function nonceOf({ sealing }: Pick<Deps, "sealing">, form: string): string | undefined {
  const [, madeAt = "", nonce = "", signature = ""] = FORM.exec(form) ?? [];
  return nonce !== "" && sealing.isSigned(textOf(madeAt, nonce), signature) ? nonce : undefined;
}

/** Returns the random part, which may be used once. */
export function requireForm(deps: Pick<Deps, "sealing" | "now">, form: string): string {
  const nonce = nonceOf(deps, form);
  const ageMs = deps.now().getTime() - Number.parseInt(form, 10);
  if (nonce === undefined || ageMs > MAX_AGE_MS) throw staleForm();
  if (ageMs < MIN_AGE_MS) {
    throw invalid({ form: ["That was very fast. Wait a moment and send it again."] });
  }
  return nonce;
}

export const STALE = "This form has expired or was already sent. Load the page again.";
export const staleForm = () => invalid({ form: [STALE] });
