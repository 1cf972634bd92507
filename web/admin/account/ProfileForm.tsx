import { type FormEvent, useId, useRef, useState } from "react";
import type { User } from "../../../contract/auth.ts";
import { NAME_MAX_CHARS } from "../../../contract/limits.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { useUpdateAccount } from "../actions/account.ts";
import type { ConfirmBy } from "../actions/passkeys.ts";
import { canUsePasskeys } from "../data/passkeys.api.ts";
import { OfferNote } from "../drafts/DraftNote.tsx";
import { useFormDraft } from "../drafts/use-form-draft.ts";
import { FormRefusal, fieldErrors } from "../page/FormRefusal.tsx";
import styles from "./Account.module.css";

export function ProfileForm({ user, hasPasskeys }: { user: User; hasPasskeys: boolean }) {
  const update = useUpdateAccount();
  const errors = fieldErrors(update.error);
  // Never kept: not even in this browser.
  const [password, setPassword] = useState("");
  const by = useRef<ConfirmBy>("passkey");
  const draft = useFormDraft({
    of: "account",
    title: "Name and email",
    initial: { name: user.name, email: user.email },
    onSubmit: ({ name, email }) => update.mutateAsync({ name: name || undefined, email, by: by.current }),
  });
  const { fields, change } = draft;
  const formId = useId();

  const submit = (confirmedBy: ConfirmBy) => {
    by.current = confirmedBy;
    void draft.submit();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit({ password });
  };

  return (
    <section
      className={styles.card}
      aria-labelledby="profile"
      // A save replaces the form.
      data-return-focus="[aria-labelledby=profile] [type=submit]"
    >
      <h2 id="profile">Name and email</h2>
      <Form id={formId} className={styles.form} onSubmit={onSubmit}>
        <OfferNote draft={draft} noun="name and email" controlId={formId} />
        <FormRefusal error={update.error} fallback="Your account could not be saved" />
        <Field label="Name" error={errors.name?.[0]}>
          {(control) => (
            <input
              {...control}
              name="name"
              autoComplete="name"
              value={fields.name}
              maxLength={NAME_MAX_CHARS}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <Field label="Email" error={errors.email?.[0]} hint="You sign in with it.">
          {(control) => (
            <input
              {...control}
              name="email"
              type="email"
              autoComplete="username"
              value={fields.email}
              required
              onChange={({ target }) => change({ email: target.value })}
            />
          )}
        </Field>
        <Field label="Current password" error={errors.current_password?.[0]}>
          {(control) => (
            <PasswordInput
              {...control}
              name="current_password"
              autoComplete="current-password"
              value={password}
              required
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
        </Field>
        <div className={styles.buttons}>
          <Button kind="primary" type="submit" disabled={update.isPending}>
            {update.isPending ? "Saving..." : "Save"}
          </Button>
          {hasPasskeys && canUsePasskeys() && (
            <Button disabled={update.isPending} onClick={() => submit("passkey")}>
              Save with a passkey
            </Button>
          )}
        </div>
      </Form>
    </section>
  );
}
