import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { TOKEN_NAME_MAX_CHARS, TOKEN_SCOPES } from "./limits.ts";
import { confirmation, confirmed } from "./passkeys.ts";
import { endOfDayOrMoment, Id, requiredText } from "./text.ts";

/** A token by which another program works with the library. */
export const TokenEntry = z.object({
  id: Id,
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  created_on: z.string(),
  last_used_on: z.string().nullable(),
  /** Where it was last used from. Empty: not used yet. */
  address: z.string(),
  /** Null: it does not expire. */
  expires_on: z.string().nullable(),
});
export type TokenEntry = z.infer<typeof TokenEntry>;

export const addToken = endpoint({
  method: "POST",
  path: "/admin/account/tokens",
  summary: "Make a token for another program, with the password or a passkey; only this response has it",
  body: confirmed(
    z.object({
      name: requiredText(TOKEN_NAME_MAX_CHARS, "Enter a name"),
      scope: z.enum(TOKEN_SCOPES, { error: "Choose what the program may do" }),
      expires_on: endOfDayOrMoment.nullable().optional(),
      ...confirmation,
    }),
  ),
  response: z.object({ token: z.string(), entry: TokenEntry, message: z.string() }),
  status: 201,
});

export const removeToken = endpoint({
  method: "DELETE",
  path: "/admin/account/tokens/:id",
  summary: "Remove a token; the program that has it is refused from then on",
  params: z.object({ id: Id }),
  response: z.object({ message: z.string() }),
});
