import { createListeners } from "../../hooks/listeners.ts";
import type { SaveResult } from "./save-result.ts";

/** A text that the server does not have yet. */
export type Draft = {
  id: string;
  /** Whose it is, what it describes, and in which field: "1/photo-12/caption". */
  place: string;
  text: string;
  /** What was saved when the typing began. */
  base: string;
  /** When it was last changed. */
  at: number;
  /** For a list of such texts: "Caption of Ash", and the screen where it was typed. */
  title: string;
  path: string;
  /**
   * `typing`, `saving` and `unsaved` are in their field, in this window. `sent` has left its field, but the server has not
   * confirmed it. `offered` was typed before this page was loaded, or in another window.
   */
  state: "typing" | "saving" | "unsaved" | "sent" | "offered";
  /** Why it could not be saved. */
  reason?: string | undefined;
  /** How many requests to save it, or what it was before more was typed, have no response yet. */
  inFlight: number;
};

export type Typed = Pick<Draft, "text" | "base" | "title" | "path">;

export const DRAFT_KEY = "admin_draft:";
export const DRAFTS_MAX = 300;
const AGE_MAX_MS = 30 * 24 * 60 * 60_000;

type Setting = {
  storage: Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;
  now: () => number;
  newId: () => string;
};

/**
 * Keeps what a person types until the server has it: in memory for this page, and in the browser's storage for the next one.
 * Each text has its own entry there, so that two windows never overwrite each other's.
 */
export function createDraftStore({ storage, now, newId }: Setting) {
  const drafts = new Map(readStored(storage, now()).map((draft) => [draft.id, draft]));
  const { notify, subscribe } = createListeners();
  /** How many fields show each place. */
  const shown = new Map<string, number>();

  let version = 0;
  const changed = () => {
    version += 1;
    notify();
  };
  const put = (draft: Draft) => {
    drafts.set(draft.id, draft);
    store(storage, draft);
    changed();
  };
  const drop = (id: string) => {
    drafts.delete(id);
    attempt(() => storage.removeItem(DRAFT_KEY + id));
    changed();
  };
  const latest = (place: string) =>
    [...drafts.values()].filter((draft) => draft.place === place).toSorted((one, other) => other.at - one.at);
  /** The one in its field, in this window. */
  const live = (place: string) => latest(place).find(isInField);
  const offer = (place: string) => latest(place).find(({ state }) => state === "offered");
  const ofAccount = (account: number) => [...drafts.values()].filter(({ place }) => place.startsWith(`${account}/`));

  const type = (place: string, typed: Typed) => {
    const { id, base, inFlight } = live(place) ?? { id: newId(), base: typed.base, inFlight: 0 };
    put({ ...typed, id, place, base, inFlight, at: now(), state: "typing" });
  };

  /** A text that was sent returns to its field, in front of what has been typed there since. */
  const returnToField = (sent: Draft, reason: string | undefined) => {
    const since = live(sent.place);
    if (since) drop(since.id);
    const text = since ? `${sent.text}, ${since.text}` : sent.text;
    put({ ...sent, text, state: "unsaved", reason });
  };

  return {
    live,
    offer,
    type,
    drop,
    subscribe,
    /** Another number after each change. */
    version: () => version,

    /** Until the result of `settle`, its field shows it as it is. */
    startSaving(id: string) {
      const draft = drafts.get(id);
      if (draft) put({ ...draft, state: "saving", inFlight: draft.inFlight + 1 });
    },
    /** Empties the field for the next text, while this one is on its way. */
    send(id: string) {
      const draft = drafts.get(id);
      if (draft) put({ ...draft, state: "sent", reason: undefined, inFlight: 1 });
    },
    /** What became of `text`. If more was typed since, the draft stays as it is. */
    settle(id: string, text: string, outcome: SaveResult) {
      const known = drafts.get(id);
      if (!known) return;
      const draft = { ...known, inFlight: known.inFlight - 1 };
      if (draft.text !== text) put({ ...draft, base: outcome.isSaved ? text : draft.base });
      else if (outcome.isSaved) drop(id);
      else if (draft.state === "sent") returnToField(draft, outcome.reason);
      else if (draft.state === "saving") put({ ...draft, state: "unsaved", reason: outcome.reason });
      else put(draft);
    },

    /** An offered text goes into the field. What is there is offered in turn. */
    restore(id: string) {
      const offered = drafts.get(id);
      if (!offered) return;
      const current = live(offered.place);
      if (current) put({ ...current, state: "offered" });
      // Under a name of its own: the window that it was typed in may still be open.
      drop(id);
      put({ ...offered, id: newId(), at: now(), state: "unsaved", reason: undefined, inFlight: 0 });
    },

    /** A field of this place is on screen, until the function that this returns is called. */
    show(place: string) {
      shown.set(place, (shown.get(place) ?? 0) + 1);
      changed();
      return () => {
        shown.set(place, (shown.get(place) ?? 1) - 1);
        const draft = live(place);
        // Its field went away while it was typed in.
        if (draft?.state === "typing") put({ ...draft, state: "unsaved" });
        changed();
      };
    },
    /** The texts of an account that no field on screen shows, the latest first. */
    outOfSight: (account: number) =>
      ofAccount(account)
        .filter(({ place, state }) => (state === "unsaved" || state === "offered") && !shown.get(place))
        .toSorted((one, other) => other.at - one.at),
    ofAccount,
    isSending: () => [...drafts.values()].some(({ state }) => state === "saving" || state === "sent"),
    discardAll(account: number) {
      for (const { id } of ofAccount(account)) drop(id);
    },

    /** The storage has got back what a crash of the browser took from it. */
    readAgain() {
      for (const draft of readStored(storage, now())) {
        const known = drafts.get(draft.id);
        if (!known || known.state === "offered") drafts.set(draft.id, draft);
      }
      changed();
    },

    /** Another window has changed or removed an entry of the storage. */
    changedElsewhere(key: string, value: string | null, isSignedIn: boolean) {
      const draft = drafts.get(key.slice(DRAFT_KEY.length));
      if (!key.startsWith(DRAFT_KEY) || !draft) return;
      if (draft.state === "offered") {
        const read = value === null ? undefined : parse(draft.id, value);
        if (read) drafts.set(draft.id, read);
        else drafts.delete(draft.id);
      } else if (value === null && !isSignedIn) {
        // The owner has signed out there, and left no text behind.
        drafts.delete(draft.id);
      }
      changed();
    },
  };
}

type Stored = Pick<Draft, "place" | "text" | "base" | "at" | "title" | "path">;

type InField = Draft & { state: "typing" | "saving" | "unsaved" };

const isInField = (draft: Draft): draft is InField =>
  draft.state === "typing" || draft.state === "saving" || draft.state === "unsaved";

/** The texts of earlier pages. Removes those that are too old or too many. */
function readStored(storage: Setting["storage"], now: number): Draft[] {
  const keys = attempt(() => Array.from({ length: storage.length }, (_, index) => storage.key(index))) ?? [];
  const ids = keys.flatMap((key) => (key?.startsWith(DRAFT_KEY) ? key.slice(DRAFT_KEY.length) : []));
  const stored = ids.map((id) => ({ id, draft: parse(id, storage.getItem(DRAFT_KEY + id)) }));
  const kept = stored
    .flatMap(({ draft }) => (draft && now - draft.at < AGE_MAX_MS ? draft : []))
    .toSorted((one, other) => other.at - one.at)
    .slice(0, DRAFTS_MAX);
  for (const { id, draft } of stored) {
    if (!draft || !kept.includes(draft)) attempt(() => storage.removeItem(DRAFT_KEY + id));
  }
  return kept;
}

function parse(id: string, stored: string | null): Draft | undefined {
  const read: unknown = attempt(() => JSON.parse(stored ?? "null"));
  if (typeof read !== "object" || read === null) return undefined;
  // Another version of this program may have written it: each field is checked.
  const { place, text, base, title, path, at } = read as Record<string, unknown>;
  const texts = [place, text, base, title, path];
  if (!texts.every((each) => typeof each === "string") || typeof at !== "number") return undefined;
  // Checked above.
  return { ...(read as Stored), id, state: "offered", inFlight: 0 };
}

/** The text must survive in memory even where the browser has no room for it, or allows no storage. */
function store(storage: Setting["storage"], { id, place, text, base, at, title, path }: Draft): void {
  const kept: Stored = { place, text, base, at, title, path };
  attempt(() => storage.setItem(DRAFT_KEY + id, JSON.stringify(kept)));
}

function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
