import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { NAME_MAX_CHARS, PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "./limits.ts";
import { Id, requiredText } from "./text.ts";

export const User = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  is_admin: z.boolean(),
  role: z.string(),
});
export type User = z.infer<typeof User>;

const email = requiredText(254, "Enter your email address");
/** `ask` is the sentence for a missing one. */
export const password = (ask: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? ask : undefined) })
    .min(1, ask)
    .max(PASSWORD_MAX_CHARS);
export const newPassword = {
  password: password("Enter a password").min(PASSWORD_MIN_CHARS, `Use at least ${PASSWORD_MIN_CHARS} characters`),
  password_confirmation: z.string().max(PASSWORD_MAX_CHARS),
};
export const withConfirmation = <Form extends z.ZodType<{ password: string; password_confirmation: string }>>(
  form: Form,
) =>
  form.refine((fields) => fields.password === fields.password_confirmation, {
    message: "The two passwords differ",
    path: ["password_confirmation"],
  });
export const Session = z.object({ user: User, token: z.string(), message: z.string() });

export const getSetup = endpoint({
  method: "GET",
  path: "/auth/setup",
  summary: "Whether the admin's password has yet to be set",
  response: z.object({ setup_required: z.boolean(), email: z.string().nullable(), code_required: z.boolean() }),
});

export const register = endpoint({
  method: "POST",
  path: "/auth/register",
  summary: "Set the admin's password, once",
  body: withConfirmation(
    z.object({
      name: requiredText(NAME_MAX_CHARS, "Enter your name"),
      email,
      ...newPassword,
      setup_code: z.string().max(200).optional(),
    }),
  ),
  response: Session,
  status: 201,
});

export const login = endpoint({
  method: "POST",
  path: "/auth/login",
  summary: "Sign in",
  body: z.object({ email, password: password("Enter a password") }),
  response: Session,
});

export const getUser = endpoint({
  method: "GET",
  path: "/auth/user",
  summary: "The user of this token",
  response: z.object({ user: User }),
});

export const logout = endpoint({
  method: "POST",
  path: "/auth/logout",
  summary: "End this token",
  response: z.object({ message: z.string() }),
});
