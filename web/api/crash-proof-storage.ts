/**
 * A browser writes local storage to its disk up to a minute later: what was typed last is lost if the browser crashes. Here, every
 * entry is in IndexedDB as well, which writes within milliseconds. Entries are JSON with `at`, the time of their last change.
 */
const DATABASE = "unsaved";
const COPIES = "copies";

/** `entry` is null once it was removed: otherwise a crash would bring it back. */
type Copy = { entry: string | null; at: number };

/** Longer than any browser takes to write local storage to its disk. */
const WRITTEN_AFTER_MS = 5 * 60_000;

export const crashProofStorage: Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem"> = {
  // Of the window, because the server that renders pages has one of its own.
  get length() {
    return window.localStorage.length;
  },
  key: (index) => window.localStorage.key(index),
  getItem: (key) => window.localStorage.getItem(key),
  setItem(key, entry) {
    window.localStorage.setItem(key, entry);
    copy(key, entry);
  },
  removeItem(key) {
    window.localStorage.removeItem(key);
    copy(key, null);
  },
};

/** Puts into local storage what a crash took from it. `prefix` is that of all their keys. */
export async function recoverEntries(prefix: string): Promise<void> {
  const copies = await openCopies();
  if (!copies) return;
  const read = copies.openCursor(IDBKeyRange.bound(prefix, `${prefix}\uffff`));
  await new Promise<void>((resolve) => {
    read.onerror = () => resolve();
    read.onsuccess = () => {
      const cursor = read.result;
      if (!cursor) return resolve();
      // Only this module writes here, under the keys of local storage.
      recover(cursor.key as string, cursor.value as Copy);
      if (isSettled(cursor.value as Copy)) cursor.delete();
      cursor.continue();
    };
  });
}

function recover(key: string, { entry, at }: Copy): void {
  try {
    const known = localStorage.getItem(key);
    if (known !== null && timeOf(known) >= at) return;
    if (entry !== null) localStorage.setItem(key, entry);
    else if (known !== null) localStorage.removeItem(key);
  } catch {
    // It is full, or forbidden.
  }
}

const isSettled = ({ entry, at }: Copy) => entry === null && Date.now() - at > WRITTEN_AFTER_MS;

function timeOf(entry: string): number {
  try {
    return Number(JSON.parse(entry).at) || 0;
  } catch {
    return 0;
  }
}

function copy(key: string, entry: string | null): void {
  const at = entry === null ? Date.now() : timeOf(entry);
  void openCopies().then((copies) => copies?.put({ entry, at } satisfies Copy, key));
}

let opening: Promise<IDBDatabase> | undefined;

/** Undefined where the browser has none: local storage alone is left. */
async function openCopies(): Promise<IDBObjectStore | undefined> {
  opening ??= open();
  try {
    return (await opening)?.transaction(COPIES, "readwrite").objectStore(COPIES);
  } catch {
    return undefined;
  }
}

const open = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE);
    request.onupgradeneeded = () => request.result.createObjectStore(COPIES);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = () => {
        opening = undefined;
      };
      // Clearing the site's data waits for it.
      database.onversionchange = () => {
        database.close();
        opening = undefined;
      };
      resolve(database);
    };
  });
