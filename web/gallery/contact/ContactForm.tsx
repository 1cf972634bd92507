import type { PageContent } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import errorStyles from "../page/error.module.css";
import { useRefusedForm } from "../page/use-refused-form.ts";
import { useUnsentForm } from "../page/use-unsent-form.ts";
import styles from "./ContactForm.module.css";

type Form = NonNullable<Extract<PageContent, { page: "contact" }>["form"]>;

/** A plain form: it is sent by the browser, so it works without a script. The server responds with a page. */
export function ContactForm({ form }: { form: Form }) {
  const unsent = useUnsentForm(paths.contact);
  useRefusedForm(unsent.ref, Object.keys(form.errors).length > 0 ? form.errors : null);
  if (form.is_sent) {
    return (
      <section className={styles.form} aria-label="Message" id="message" data-arrived={paths.contact}>
        <p className={styles.sent} role="status">
          Thank you. Your message was sent.
        </p>
        <p>
          {/* A new form is needed, and the page has it. */}
          <a href={paths.contact}>Write another message</a>
        </p>
      </section>
    );
  }
  const { errors, values } = form;
  return (
    // The response is a page, too: with the fragment, it opens at its thanks or at what is wrong, also on a phone.
    <form
      className={styles.form}
      method="post"
      action={`${paths.contact}#message`}
      aria-label="Message"
      id="message"
      // The server says what is missing, in words of ours and beside its field.
      noValidate
      {...unsent}
    >
      {errors.form && (
        <p className={errorStyles.error} role="alert">
          {errors.form}
        </p>
      )}
      <input type="hidden" name="form" value={form.value} />
      {/* People do not see it; bots fill it in. */}
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor="contact-website">Website</label>
        <input id="contact-website" name="website" type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </div>
      <Field name="name" label="Name" autoComplete="name" maxLength={200} error={errors.name} value={values.name} />
      <Field
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={254}
        error={errors.email}
        value={values.email}
      />
      <Field name="message" label="Message" maxLength={10_000} error={errors.message} value={values.message} />
      <button className={styles.send} type="submit">
        Send
      </button>
    </form>
  );
}

type FieldProps = {
  name: "name" | "email" | "message";
  label: string;
  type?: "text" | "email";
  autoComplete?: string;
  maxLength: number;
  error: string | undefined;
  value: string | undefined;
};

function Field({ name, label, type = "text", autoComplete, maxLength, error, value = "" }: FieldProps) {
  const id = `contact-${name}`;
  const control = {
    className: errorStyles.field,
    id,
    name,
    maxLength,
    required: true,
    defaultValue: value,
    "aria-invalid": error !== undefined || undefined,
    "aria-describedby": error !== undefined ? `${id}-error` : undefined,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {name === "message" ? <textarea rows={6} {...control} /> : <input {...control} {...{ type, autoComplete }} />}
      {error !== undefined && (
        <p className={errorStyles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
