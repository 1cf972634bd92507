import { type ComponentProps, createContext, useEffect, useRef, useState } from "react";
import styles from "./Field.module.css";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What the browser finds wrong with a form that was sent, by the ids of its fields. A Field shows its own. */
export const ComplaintsContext = createContext<Readonly<Record<string, string>>>({});

const NONE = {};
const REFUSED = "Error: ";

/**
 * A form that says what is wrong in words of ours, beside the field, and not in a bubble of the browser's. Refused, by the
 * browser or by the server, it leads to the first wrong field and says so in the page's title.
 */
export function Form({ onSubmit, children, ...form }: ComponentProps<"form">) {
  const element = useRef<HTMLFormElement>(null);
  const [complaints, setComplaints] = useState<Readonly<Record<string, string>>>(NONE);
  const isSent = useRef(false);

  const submit: typeof onSubmit = (event) => {
    const wrong = [...event.currentTarget.elements].filter(isWrong);
    isSent.current = true;
    setRefused(false);
    setComplaints(wrong.length > 0 ? Object.fromEntries(wrong.map(describe)) : NONE);
    if (wrong.length > 0) event.preventDefault();
    else onSubmit?.(event);
  };

  // The response of the server comes with a later rendering.
  useEffect(() => {
    const isRefused = element.current?.querySelector("[aria-invalid=true], [role=alert]:not(:empty)");
    if (!isSent.current || !isRefused) return;
    isSent.current = false;
    setRefused(true);
    element.current
      ?.querySelector<HTMLElement>(":is(input, select, textarea):is(:invalid, [aria-invalid=true])")
      ?.focus();
  });
  useEffect(() => () => setRefused(false), []);

  return (
    <form noValidate ref={element} onSubmit={submit} {...form}>
      <ComplaintsContext value={complaints}>{children}</ComplaintsContext>
      {complaints[NO_FIELD] && (
        <p className={styles.error} role="alert">
          {complaints[NO_FIELD]}
        </p>
      )}
    </form>
  );
}

/** A control that is not in a Field has no id. */
const NO_FIELD = "";

function describe(control: Control): [id: string, complaint: string] {
  const label = control.labels?.[0]?.firstChild?.textContent?.trim();
  const complaint = complaintAbout(control);
  return [control.id, control.id === NO_FIELD && label ? `${label}: ${complaint}` : complaint];
}

const isWrong = (control: Element): control is Control => "validity" in control && !(control as Control).validity.valid;

function complaintAbout(control: Control): string {
  const { validity } = control;
  if (validity.typeMismatch && control.type === "email") return "Enter an email address";
  if (control instanceof HTMLInputElement && control.type === "number") {
    return `Enter a number from ${control.min} to ${control.max}`;
  }
  if (validity.tooShort && "minLength" in control) return `Enter at least ${control.minLength} characters`;
  return "Fill in this field";
}

function setRefused(isRefused: boolean): void {
  const title = document.title.replace(REFUSED, "");
  const wanted = isRefused ? REFUSED + title : title;
  if (document.title !== wanted) document.title = wanted;
}
