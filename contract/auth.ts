import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "./limits.ts";
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
const ENTER_PASSWORD = "Enter a password";
const password = z
  .string({ error: (issue) => (issue.input === undefined ? ENTER_PASSWORD : undefined) })
  .min(1, ENTER_PASSWORD)
  .max(PASSWORD_MAX_CHARS);
const Session = z.object({ user: User, token: z.string(), message: z.string() });

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
  body: z
    .object({
      name: requiredText(100, "Enter your name"),
      email,
      password: password.min(PASSWORD_MIN_CHARS, `Use at least ${PASSWORD_MIN_CHARS} characters`),
      password_confirmation: z.string().max(PASSWORD_MAX_CHARS),
      setup_code: z.string().max(200).optional(),
    })
    .refine((form) => form.password === form.password_confirmation, {
      message: "The two passwords differ",
      path: ["password_confirmation"],
    }),
  response: Session,
  status: 201,
});

export const login = endpoint({
  method: "POST",
  path: "/auth/login",
  summary: "Sign in",
  body: z.object({ email, password }),
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
