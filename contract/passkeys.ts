import { z } from "zod";
import { Session } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { PASSKEY_NAME_MAX_CHARS } from "./limits.ts";
import { Id, requiredText } from "./text.ts";

export const PasskeyEntry = z.object({
  id: Id,
  name: z.string(),
  created_on: z.string(),
  last_used_on: z.string().nullable(),
});
export type PasskeyEntry = z.infer<typeof PasskeyEntry>;

/** The options of a WebAuthn ceremony, in the JSON form that browsers parse (PublicKeyCredential.parse…OptionsFromJSON). */
const CeremonyOptions = z.looseObject({ challenge: z.string() });
/** What the browser made of them (PublicKeyCredential.toJSON). The server verifies every part of it. */
const Credential = z.looseObject(
  {
    id: z.string().min(1).max(2_000),
    rawId: z.string().max(2_000),
    type: z.literal("public-key"),
    response: z.looseObject({ clientDataJSON: z.string().max(10_000) }),
    clientExtensionResults: z.looseObject({}).default({}),
  },
  { error: "Send the credential that the browser made" },
);

export const getPasskeyOptions = endpoint({
  method: "POST",
  path: "/admin/account/passkeys/options",
  summary: "Begin to register a passkey",
  response: z.object({ options: CeremonyOptions }),
});

export const addPasskey = endpoint({
  method: "POST",
  path: "/admin/account/passkeys",
  summary: "Register a passkey",
  body: z.object({ name: requiredText(PASSKEY_NAME_MAX_CHARS, "Enter a name"), credential: Credential }),
  response: z.object({ passkey: PasskeyEntry, message: z.string() }),
  status: 201,
});

export const removePasskey = endpoint({
  method: "DELETE",
  path: "/admin/account/passkeys/:id",
  summary: "Remove a passkey",
  params: z.object({ id: Id }),
  response: z.object({ message: z.string() }),
});

export const getSignInOptions = endpoint({
  method: "POST",
  path: "/auth/passkey/options",
  summary: "Begin to sign in with a passkey",
  response: z.object({ options: CeremonyOptions }),
});

export const signInWithPasskey = endpoint({
  method: "POST",
  path: "/auth/passkey",
  summary: "Sign in with a passkey",
  body: z.object({ credential: Credential }),
  response: Session,
});
