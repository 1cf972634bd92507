import { PASSWORD_MIN_CHARS } from "../../../contract/limits.ts";
import { Field } from "../../ui/Field.tsx";

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
          <input
            {...control}
            name="password"
            type="password"
            autoComplete="new-password"
            minLength={PASSWORD_MIN_CHARS}
            required
          />
        )}
      </Field>
      <Field label={confirmLabel} error={errors.password_confirmation?.[0]}>
        {(control) => (
          <input {...control} name="password_confirmation" type="password" autoComplete="new-password" required />
        )}
      </Field>
    </>
  );
}
