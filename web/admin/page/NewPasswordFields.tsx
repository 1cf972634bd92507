import { PASSWORD_MIN_CHARS } from "../../../contract/limits.ts";
import { Field } from "../../ui/Field.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";

type NewPasswordFieldsProps = {
  label: string;
  confirmLabel: string;
  errors: Partial<Record<string, string[]>>;
};

/** `password` and `password_confirmation` of a form. */
export function NewPasswordFields({ label, confirmLabel, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <Field label={label} error={errors.password?.[0]} hint={`At least ${PASSWORD_MIN_CHARS} characters`}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="new-password"
            minLength={PASSWORD_MIN_CHARS}
            required
          />
        )}
      </Field>
      <Field label={confirmLabel} error={errors.password_confirmation?.[0]}>
        {(control) => <PasswordInput {...control} name="password_confirmation" autoComplete="new-password" required />}
      </Field>
    </>
  );
}
