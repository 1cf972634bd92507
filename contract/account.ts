import { z } from "zod";
import { newPassword, User, withConfirmation } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { NAME_MAX_CHARS } from "./limits.ts";
import { confirmation, confirmed, currentPassword, PasskeyEntry } from "./passkeys.ts";
import { Id, requiredText } from "./text.ts";
import { TokenEntry } from "./tokens.ts";

/** A device that is signed in. */
export const SessionEntry = z.object({
  id: Id,
  /** It is the one that asks. */
  current: z.boolean(),
  created_on: z.string(),
  last_used_on: z.string(),
  address: z.string(),
  agent: z.string(),
  /** The name of the passkey that it began with. Null: it began with the password, or before this was recorded. */
  passkey: z.string().nullable(),
});
export type SessionEntry = z.infer<typeof SessionEntry>;

export const getAccount = endpoint({
  method: "GET",
  path: "/admin/account",
  summary: "The owner's account, where it is signed in, its passkeys and its tokens",
  response: z.object({
    user: User,
    sessions: z.array(SessionEntry),
    passkeys: z.array(PasskeyEntry),
    tokens: z.array(TokenEntry),
  }),
});

export const updateAccount = endpoint({
  method: "PUT",
  path: "/admin/account",
  summary: "Change name and email address, with the password or a passkey",
  body: confirmed(
    z.object({
      name: requiredText(NAME_MAX_CHARS, "Enter your name").optional(),
      email: requiredText(254, "Enter your email address")
        .pipe(z.string().regex(/^[^\s@]+@[^\s@]+$/, "Enter an email address, such as ada@example.com"))
        .transform((email) => email.toLowerCase())
        .optional(),
      ...confirmation,
    }),
  ),
  response: z.object({ user: User, message: z.string() }),
});

export const changePassword = endpoint({
  method: "POST",
  path: "/admin/account/password",
  summary: "Change the password, which ends every other session and every signed URL",
  body: withConfirmation(
    z.object({
      current_password: currentPassword,
      ...newPassword,
      /** Anyone who had the old password may have added one. */
      remove_passkeys: z.boolean().default(true),
      remove_tokens: z.boolean().default(true),
    }),
  ),
  response: z.object({ message: z.string() }),
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/admin/account/sessions/:id",
  summary: "End a session",
  params: z.object({ id: Id }),
  response: z.object({ message: z.string() }),
});

export const endOtherSessions = endpoint({
  method: "DELETE",
  path: "/admin/account/sessions",
  summary: "End every session but this one",
  response: z.object({ message: z.string() }),
});
