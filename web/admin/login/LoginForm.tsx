import type { FormEvent } from "react";
import type { User } from "../../../contract/auth.ts";
import { ApiError, messageOf } from "../../api/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { useLogin } from "../data/login.api.ts";
import styles from "./LoginPage.module.css";

export function LoginForm({ onSignedIn }: { onSignedIn: (user: User) => void }) {
  const login = useLogin();
  const errors = login.error instanceof ApiError ? login.error.errors : {};

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    login.mutate(
      { email: String(form.get("email")), password: String(form.get("password")) },
      { onSuccess: ({ user }) => onSignedIn(user) },
    );
  };

  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {login.error && (
        <p className={styles.error} role="alert">
          {messageOf(login.error, "Login failed")}
        </p>
      )}
      <Field label="Email" error={errors.email?.[0]}>
        {(control) => <input {...control} name="email" type="email" autoComplete="username" required />}
      </Field>
      <Field label="Password" error={errors.password?.[0]}>
        {(control) => <input {...control} name="password" type="password" autoComplete="current-password" required />}
      </Field>
      <Button kind="primary" type="submit" disabled={login.isPending}>
        {login.isPending ? "Signing in..." : "Sign in"}
      </Button>
      <p className={styles.note}>
        Forgot your password? Run <code>npm run set-password</code> on the server to set a new one.
      </p>
    </form>
  );
}
