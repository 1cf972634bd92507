import { type RefObject, useEffect } from "react";
import { REFUSED } from "./describe-page.ts";

/** Leads to the first field of a refused form. Until it is sent again, the page's title says that something is wrong. */
export function useRefusedForm(form: RefObject<HTMLFormElement | null>, refusal: object | null): void {
  useEffect(() => {
    if (refusal === null) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
    const { title } = document;
    if (!title.startsWith(REFUSED)) document.title = REFUSED + title;
    return () => {
      document.title = title;
    };
  }, [form, refusal]);
}
