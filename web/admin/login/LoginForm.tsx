import { type FormEvent, useState } from "react";
import type { User } from "../../../contract/auth.ts";
import { ApiError, messageOf } from "../../api/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { useLogin } from "../actions/login.ts";
import { usePasskeySignIn } from "../actions/passkeys.ts";
import { canUsePasskeys, usePasskeySuggestions } from "../data/passkeys.api.ts";
import styles from "./LoginPage.module.css";

export function LoginForm({ onSignedIn }: { onSignedIn: (user: User) => void }) {
  const login = useLogin();
  const passkey = usePasskeySignIn();
  const [hasPasskeys] = useState(canUsePasskeys);
  const error = login.error ?? passkey.error;
  const errors = login.error instanceof ApiError ? login.error.errors : {};
  const isPending = login.isPending || passkey.isPending;
  const isSignedIn = login.isSuccess || passkey.isSuccess;

  const signInWith = (chosen: Parameters<typeof passkey.mutate>[0]) => {
    login.reset();
    passkey.mutate(chosen, { onSuccess: ({ user }) => onSignedIn(user) });
  };
  // The browser has one request for a passkey at a time: the button's replaces the suggestions. A passkey that was refused
  // would be refused again. Once signed in, the form stays until the next screen has loaded: a second sign-in would clear
  // what that screen is reading.
  usePasskeySuggestions(hasPasskeys && !isPending && !isSignedIn && !passkey.isError, signInWith);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    passkey.reset();
    const form = new FormData(event.currentTarget);
    login.mutate(
      { email: String(form.get("email")), password: String(form.get("password")) },
      { onSuccess: ({ user }) => onSignedIn(user) },
    );
  };

  return (
    <Form className={styles.form} onSubmit={onSubmit} onInput={login.reset}>
      {error && (
        <p className={styles.error} role="alert">
          {messageOf(error, "Login failed")}
        </p>
      )}
      <Field label="Email" error={errors.email?.[0]}>
        {(control) => <input {...control} name="email" type="email" autoComplete="username webauthn" required />}
      </Field>
      <Field label="Password" error={errors.password?.[0]}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" required />}
      </Field>
      <Button kind="primary" type="submit" disabled={isPending}>
        {login.isPending ? "Signing in..." : "Sign in"}
      </Button>
      {hasPasskeys && (
        <Button disabled={isPending} onClick={() => signInWith("ask")}>
          {passkey.isPending ? "Waiting for the passkey..." : "Use a passkey"}
        </Button>
      )}
      <p className={styles.note}>
        Forgot your password? Run <code>npm run set-password</code> on the server to set a new one.
      </p>
    </Form>
  );
}
