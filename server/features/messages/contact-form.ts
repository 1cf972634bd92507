import { randomBytes } from "node:crypto";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../errors.ts";

const MIN_AGE_MS = 3_000;
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
const FORM = /^(\d{1,13})\.([\w-]{22})\.([\w-]{43})$/;

const pathOf = (madeAtMs: string | number, nonce: string) => `/contact/form/${madeAtMs}/${nonce}`;
const expiresOf = (madeAtMs: number) => Math.floor((madeAtMs + MAX_AGE_MS) / 1000);

/**
 * A value for one message: when the form was made, a random part and a signature. Bots that post without the page have
 * none, and those that fill in the page at once are too fast.
 */
export async function makeForm({ signing, now }: Pick<Deps, "signing" | "now">): Promise<string> {
  await signing.refresh();
  const madeAtMs = now().getTime();
  const nonce = randomBytes(16).toString("base64url");
  const signed = signing.signUntil(pathOf(madeAtMs, nonce), expiresOf(madeAtMs));
  return `${madeAtMs}.${nonce}.${signed.slice(signed.indexOf("signature=") + "signature=".length)}`;
}

/** Returns the random part, which may be used once. */
export async function requireForm({ signing, now }: Pick<Deps, "signing" | "now">, form: string): Promise<string> {
  const [, madeAt = "", nonce = "", signature = ""] = FORM.exec(form) ?? [];
  const madeAtMs = Number(madeAt);
  const query = { expires: String(expiresOf(madeAtMs)), signature };
  if (nonce === "" || !(await signing.isSigned(pathOf(madeAt, nonce), query, now()))) throw staleForm();
  if (now().getTime() - madeAtMs < MIN_AGE_MS) {
    throw invalid({ form: ["That was very fast. Wait a moment and send it again."] });
  }
  return nonce;
}

export const staleForm = () => invalid({ form: ["This form has expired or was already sent. Load the page again."] });
