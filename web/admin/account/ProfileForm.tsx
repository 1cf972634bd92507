import type { FormEvent } from "react";
import type { User } from "../../../contract/auth.ts";
import { NAME_MAX_CHARS } from "../../../contract/limits.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { useUpdateAccount } from "../data/account.api.ts";
import { FormRefusal, fieldErrors } from "../page/FormRefusal.tsx";
import styles from "./Account.module.css";

export function ProfileForm({ user }: { user: User }) {
  const update = useUpdateAccount();
  const errors = fieldErrors(update.error);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    update.mutate({
      name: text("name") || undefined,
      email: text("email"),
      current_password: text("current_password"),
    });
  };

  return (
    <section
      className={styles.card}
      aria-labelledby="profile"
      // A save replaces the form.
      data-return-focus="[aria-labelledby=profile] [type=submit]"
    >
      <h2 id="profile">Name and email</h2>
      <form className={styles.form} onSubmit={onSubmit}>
        <FormRefusal error={update.error} fallback="Your account could not be saved" />
        <Field label="Name" error={errors.name?.[0]}>
          {(control) => (
            <input {...control} name="name" autoComplete="name" defaultValue={user.name} maxLength={NAME_MAX_CHARS} />
          )}
        </Field>
        <Field label="Email" error={errors.email?.[0]} hint="You sign in with it.">
          {(control) => (
            <input {...control} name="email" type="email" autoComplete="username" defaultValue={user.email} required />
          )}
        </Field>
        <Field label="Current password" error={errors.current_password?.[0]}>
          {(control) => (
            <input {...control} name="current_password" type="password" autoComplete="current-password" required />
          )}
        </Field>
        <div>
          <Button kind="primary" type="submit" disabled={update.isPending}>
            {update.isPending ? "Saving..." : "Save"}
          </Button>
        </div>
      </form>
    </section>
  );
}
