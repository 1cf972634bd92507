const PREFIX = "unsent-form ";

/**
 * Keeps what visitors type into a form with `data-unsent`, from the first letter, until it has arrived: in this tab, over a
 * reload and Back. Not for longer, because others may use the same browser. Each field by itself, because one may be filled
 * in again before `restoreForm` has seen the others.
 */
export function keepUnsentForms(): void {
  addEventListener("input", ({ target }) => {
    const { form, name, value } = target as HTMLInputElement;
    const key = form?.dataset.unsent;
    if (key) inStorage((storage) => storage.setItem(PREFIX + key, JSON.stringify({ ...keptIn(key), [name]: value })));
  });
}

/** Fields that have a value, from the server or from the visitor, stay as they are. */
export function restoreForm(key: string, form: HTMLFormElement): void {
  for (const [name, value] of Object.entries(keptIn(key))) {
    const control = form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement | null;
    if (control) control.value ||= value;
  }
}

/** On a page that thanks for it. */
export function forgetArrivedForm(): void {
  const arrived = document.querySelector<HTMLElement>("[data-arrived]")?.dataset.arrived;
  if (arrived) forgetForm(arrived);
}

/** It has arrived. */
export const forgetForm = (key: string): void => void inStorage((storage) => storage.removeItem(PREFIX + key));

const keptIn = (key: string): Record<string, string> =>
  inStorage((storage) => JSON.parse(storage.getItem(PREFIX + key) ?? "{}")) ?? {};

/** Undefined where there is no storage, or where it is forbidden. */
function inStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}
