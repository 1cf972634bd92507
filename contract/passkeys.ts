import { z } from "zod";
import { password, Session } from "./auth.ts";
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
export type Credential = z.infer<typeof Credential>;

export const currentPassword = password("Enter your current password");
/** In the body of a change that a signed-in device alone must not be able to make: the password, or a passkey used for it. */
export const confirmation = { current_password: currentPassword.optional(), passkey: Credential.optional() };
const Confirmation = z.object(confirmation);
export type Confirmation = z.infer<typeof Confirmation>;
export const confirmed = <Form extends z.ZodType<Confirmation>>(form: Form) =>
  form.refine(({ current_password, passkey }) => current_password !== undefined || passkey !== undefined, {
    message: "Enter your current password",
    path: ["current_password"],
  });

export const getConfirmationOptions = endpoint({
  method: "POST",
  path: "/admin/account/confirmation/options",
  summary: "Begin to confirm a change of the account with a passkey",
  response: z.object({ options: CeremonyOptions }),
});

export const getPasskeyOptions = endpoint({
  method: "POST",
  path: "/admin/account/passkeys/options",
  summary: "Begin to register a passkey, with the password or another passkey",
  body: confirmed(Confirmation),
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
  summary: "Remove a passkey, which ends the sessions that began with it",
  params: z.object({ id: Id }),
  body: confirmed(Confirmation),
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
