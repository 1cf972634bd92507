import type { FormEvent } from "react";
import type { getSetup, User } from "../../../contract/auth.ts";
import type { ResponseOf } from "../../../contract/endpoint.ts";
import { ApiError, messageOf } from "../../api/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { useRegister } from "../actions/login.ts";
import { NewPasswordFields } from "../page/NewPasswordFields.tsx";
import styles from "./LoginPage.module.css";

type RegisterFormProps = {
  setup: ResponseOf<typeof getSetup> | undefined;
  /** From the link that the server printed when it started. */
  setupCode: string | null;
  onSignedIn: (user: User) => void;
};

export function RegisterForm({ setup, setupCode, onSignedIn }: RegisterFormProps) {
  const register = useRegister();
  const errors = register.error instanceof ApiError ? register.error.errors : {};

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    register.mutate(
      {
        name: text("name"),
        email: text("email"),
        password: text("password"),
        password_confirmation: text("password_confirmation"),
        setup_code: setupCode ?? (text("setup_code") || undefined),
      },
      { onSuccess: ({ user }) => onSignedIn(user) },
    );
  };

  if (setup?.setup_required === false) {
    return <p className={styles.note}>The admin password is already set. Sign in with it.</p>;
  }
  return (
    <Form className={styles.form} onSubmit={onSubmit}>
      <p className={styles.note}>
        Welcome. It is new and empty. Choose the password that you will sign in with; then you can upload your first
        photographs.
      </p>
      {register.error && (
        <p className={styles.error} role="alert">
          {messageOf(register.error, "Registration failed")}
        </p>
      )}
      <Field label="Email" error={errors.email?.[0]}>
        {(control) => (
          <input {...control} name="email" type="email" autoComplete="username" value={setup?.email ?? ""} readOnly />
        )}
      </Field>
      <Field label="Name" error={errors.name?.[0]}>
        {(control) => <input {...control} name="name" autoComplete="name" required />}
      </Field>
      <NewPasswordFields label="Password" confirmLabel="Confirm password" errors={errors} />
      {setup?.code_required && setupCode === null && (
        <Field
          label="Setup code"
          error={errors.setup_code?.[0]}
          hint="Find it in the link that the server printed when it started."
        >
          {(control) => <input {...control} name="setup_code" autoComplete="one-time-code" required />}
        </Field>
      )}
      <Button kind="primary" type="submit" disabled={register.isPending}>
        {register.isPending ? "Setting password..." : "Set password"}
      </Button>
    </Form>
  );
}
