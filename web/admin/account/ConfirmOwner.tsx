import type { ReactNode } from "react";
import type { User } from "../../../contract/auth.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import type { ConfirmBy } from "../actions/passkeys.ts";
import { canUsePasskeys } from "../data/passkeys.api.ts";
import { FormDialog } from "../page/FormDialog.tsx";
import { fieldErrors } from "../page/FormRefusal.tsx";

type ConfirmOwnerProps = {
  title: string;
  submitLabel: string;
  user: User;
  hasPasskeys: boolean;
  /** What the change is, as its mutation says. */
  change: { error: Error | null; isPending: boolean };
  fallback: string;
  onConfirm: (by: ConfirmBy) => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks for the password or a passkey before a change that a signed-in device alone must not be able to make. */
export function ConfirmOwner(props: ConfirmOwnerProps) {
  const { title, submitLabel, user, hasPasskeys, change, fallback, onConfirm, onClose, children } = props;
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isDisabled={change.isPending}
      error={change.error}
      fallback={fallback}
      fields={["current_password"]}
      onSubmit={(form) => onConfirm({ password: String(form.get("current_password")) })}
      onClose={onClose}
    >
      <p>{children}</p>
      {/* Tells password managers whose password it is. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <Field label="Current password" error={fieldErrors(change.error).current_password?.[0]}>
        {(control) => (
          <PasswordInput
            {...control}
            data-focus-first
            name="current_password"
            autoComplete="current-password"
            required
          />
        )}
      </Field>
      {hasPasskeys && canUsePasskeys() && (
        <div>
          <Button disabled={change.isPending} onClick={() => onConfirm("passkey")}>
            Use a passkey instead
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
