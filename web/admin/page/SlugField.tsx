import { SLUG_MAX_CHARS } from "../../../contract/limits.ts";
import { Field } from "../../ui/Field.tsx";
import styles from "./Form.module.css";

type SlugFieldProps = {
  /** The fixed first part of the URL. */
  prefix: string;
  value: string;
  /** What happens to the old URL, while another one is typed. */
  hint: string | undefined;
  error: string | undefined;
  onChange: (slug: string) => void;
};

/** The last part of a page's URL. */
export function SlugField({ prefix, value, hint, error, onChange }: SlugFieldProps) {
  return (
    <Field label="Address" error={error} hint={hint}>
      {(control) => (
        <span className={styles.address}>
          <span>{prefix}</span>
          <input
            {...control}
            required
            maxLength={SLUG_MAX_CHARS}
            autoCapitalize="off"
            spellCheck={false}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        </span>
      )}
    </Field>
  );
}

/** As the server stores it. */
export const normalizeSlug = (typed: string): string => typed.normalize().trim().toLowerCase();
