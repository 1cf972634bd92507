import type { FormEvent } from "react";
import type { User } from "../../../contract/auth.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { useChangePassword } from "../actions/account.ts";
import { FormRefusal, fieldErrors } from "../page/FormRefusal.tsx";
import { NewPasswordFields } from "../page/NewPasswordFields.tsx";
import styles from "./Account.module.css";

export function PasswordForm({ user }: { user: User }) {
  const change = useChangePassword();
  const errors = fieldErrors(change.error);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const text = (name: string) => String(form.get(name) ?? "");
    change.mutate(
      {
        current_password: text("current_password"),
        password: text("password"),
        password_confirmation: text("password_confirmation"),
        remove_passkeys: form.has("remove_access"),
        remove_tokens: form.has("remove_access"),
      },
      { onSuccess: () => element.reset() },
    );
  };

  return (
    <section className={styles.card} aria-labelledby="password">
      <h2 id="password">Password</h2>
      <Form className={styles.form} onSubmit={onSubmit}>
        <FormRefusal error={change.error} fallback="The password could not be changed" />
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <Field label="Current password" error={errors.current_password?.[0]}>
          {(control) => <PasswordInput {...control} name="current_password" autoComplete="current-password" required />}
        </Field>
        <NewPasswordFields label="New password" confirmLabel="Confirm new password" errors={errors} />
        <label className={styles.check}>
          <input name="remove_access" type="checkbox" defaultChecked />
          Remove passkeys and tokens too
        </label>
        <p className={styles.note}>
          Every other session ends. If you forget the password, run <code>npm run set-password</code> on the server.
        </p>
        <div>
          <Button kind="primary" type="submit" disabled={change.isPending}>
            {change.isPending ? "Changing..." : "Change password"}
          </Button>
        </div>
      </Form>
    </section>
  );
}
