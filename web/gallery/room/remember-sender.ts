const PREFIX = "room-sender ";

type Sender = { name: string; email: string };

/** For the next time that the owner opens this room for changes. */
export function rememberSender(roomUrl: string, sender: Sender): void {
  inStorage((storage) => storage.setItem(PREFIX + roomUrl, JSON.stringify(sender)));
}

/** What has been typed stays as it is. */
export function restoreSender(roomUrl: string, form: HTMLFormElement): void {
  const sender = inStorage((storage) => JSON.parse(storage.getItem(PREFIX + roomUrl) ?? "{}")) ?? {};
  for (const name of ["name", "email"]) {
    const input = form.elements.namedItem(name);
    if (input instanceof HTMLInputElement) input.value ||= String(sender[name] ?? "");
  }
}

/** Undefined where there is no storage, or where it is forbidden. */
function inStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
}
