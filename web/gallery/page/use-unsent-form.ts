import { useEffect, useRef } from "react";
import { restoreForm } from "./unsent-form.ts";

/** What is typed into the form is kept under `key` until it has arrived. */
export function useUnsentForm(key: string) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.current) restoreForm(key, form.current);
  }, [key]);
  return { ref: form, "data-unsent": key };
}
