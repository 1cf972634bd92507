import type { MarkLabel, Verdict } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { crashProofStorage, recoverEntries } from "../../api/crash-proof-storage.ts";

/** One field of a photo that the server does not have yet. */
export type Mark = Comment | Choice;
export type Choice = { photo_id: PhotoId } & (
  | { picked: boolean }
  | { label: MarkLabel | null }
  | { rating: number }
  | { verdict: Verdict | null }
);
export type Comment = {
  photo_id: PhotoId;
  comment: string;
  /** What it was written over, to notice what another client has written since. */
  before: string;
  /** Why the server did not take it. It is not sent again unless the client asks for that. */
  refusal?: string;
};

const FIELDS = ["comment", "picked", "label", "rating", "verdict"] as const;
const fieldOf = (mark: Partial<Mark>) => FIELDS.find((field) => field in mark);

export const isComment = (mark: Mark): mark is Comment => "comment" in mark;
export const isHeart = (mark: Mark) => "picked" in mark;
export const isSame = (one: Mark, other: Mark) => one.photo_id === other.photo_id && fieldOf(one) === fieldOf(other);

/** A comment that was refused waits for its client. */
export const isSendable = (mark: Mark) => !isComment(mark) || mark.refusal === undefined;

const PREFIX = "unsent-marks ";
/** A room that was not opened for so long has been forgotten by its client, too. */
const FORGET_AFTER_MS = 60 * 24 * 60 * 60 * 1000;
/** Browsers give a whole site 5 MB. A comment has at most 5,000 characters. */
const MAX_CHARS = 500_000;

/** The marks of one room, in the order of the clicks. All tabs of a browser share them, and they outlive its crash. */
export type UnsentMarks = {
  /** The same array until a mark changes. */
  read(): readonly Mark[];
  /** In place of an earlier one for the same field of the photo, at the end. */
  set(mark: Mark): void;
  drop(mark: Mark): void;
  /** Finds again what a crash of the browser took. */
  recover(): Promise<void>;
  /** False where the browser keeps nothing, or no more: they are lost with the page. */
  areKept(): boolean;
  /** Whether this event of the window was a change by another tab. */
  isChange(event: StorageEvent): boolean;
};

export function openUnsentMarks(roomUrl: string): UnsentMarks {
  const key = PREFIX + roomUrl;
  let text: string | null = null;
  let marks: readonly Mark[] = [];
  let areKept = true;
  forgetOldRooms();

  function read(): readonly Mark[] {
    if (!areKept) return marks;
    const stored = inStorage((storage) => storage.getItem(key)) ?? null;
    if (stored !== text) marks = parse(stored).marks;
    text = stored;
    return marks;
  }

  function write(next: readonly Mark[]): void {
    marks = next;
    text = next.length === 0 ? null : JSON.stringify({ at: Date.now(), marks: next });
    const write = (storage: typeof crashProofStorage) => {
      if (text === null) storage.removeItem(key);
      else if (text.length > MAX_CHARS) return false;
      else storage.setItem(key, text);
      return true;
    };
    areKept = inStorage(write) ?? false;
  }

  const without = (mark: Mark) => read().filter((each) => !isSame(each, mark));
  return {
    read,
    set: (mark) => write([...without(mark), mark]),
    drop: (mark) => write(without(mark)),
    recover: () => recoverEntries(PREFIX),
    areKept: () => areKept,
    isChange: (event) => event.key === key || event.key === null,
  };
}

/** Undefined where there is no storage, or where it is full or forbidden. */
function inStorage<T>(work: (storage: typeof crashProofStorage) => T): T | undefined {
  try {
    return work(crashProofStorage);
  } catch {
    return undefined;
  }
}

function forgetOldRooms(): void {
  inStorage((storage) => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
    for (const key of keys.filter((each) => each.startsWith(PREFIX))) {
      if (Date.now() - parse(storage.getItem(key)).at > FORGET_AFTER_MS) storage.removeItem(key);
    }
  });
}

/** Written by this program, but a person or an extension can change it. */
function parse(text: string | null): { at: number; marks: Mark[] } {
  try {
    const { at, marks } = JSON.parse(text ?? "");
    return { at: Number(at) || 0, marks: marks.filter(isMark) };
  } catch {
    return { at: 0, marks: [] };
  }
}

function isMark(mark: (Partial<Comment> & Partial<Record<(typeof FIELDS)[number], unknown>>) | null): boolean {
  if (!mark || !Number.isInteger(mark.photo_id)) return false;
  switch (fieldOf(mark as Partial<Mark>)) {
    case "comment":
      return typeof mark.comment === "string" && typeof mark.before === "string";
    case "picked":
      return typeof mark.picked === "boolean";
    case "rating":
      return Number.isInteger(mark.rating);
    case "label":
    case "verdict":
      return [mark.label, mark.verdict].every((value) => value == null || typeof value === "string");
    default:
      return false;
  }
}
