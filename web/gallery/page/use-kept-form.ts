import { useEffect, useRef } from "react";

const PREFIX = "unsent-form ";

/**
 * Keeps what a visitor types until it has arrived: in this tab, over a reload and Back. Not for longer, because others may use
 * the same browser. Fields that the server has filled in stay as they are.
 */
export function useKeptForm(name: string, fields: readonly string[]) {
  const form = useRef<HTMLFormElement>(null);
  const key = PREFIX + name;
  const controls = () => fields.flatMap((field) => (form.current?.elements.namedItem(field) as Control | null) ?? []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form
  useEffect(() => {
    const kept = inStorage((storage) => JSON.parse(storage.getItem(key) ?? "{}")) ?? {};
    for (const control of controls()) if (control.value === "") control.value = String(kept[control.name] ?? "");
  }, [key]);

  return {
    ref: form,
    onInput: () => {
      const typed = Object.fromEntries(controls().map(({ name, value }) => [name, value]));
      inStorage((storage) => storage.setItem(key, JSON.stringify(typed)));
    },
  };
}

/** It has arrived. */
export const forgetForm = (name: string): void => void inStorage((storage) => storage.removeItem(PREFIX + name));

/** What `namedItem` finds where no two controls have the same name. */
type Control = HTMLInputElement | HTMLTextAreaElement;

/** Undefined where there is no storage, or where it is forbidden. */
function inStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}
