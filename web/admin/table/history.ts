import { indexOf, type Line, type Mark, markOf, remove } from "./line.ts";

/** What was on the table before a change, or after one that was undone. */
type Step = {
  line: Line;
  /** What was in hand. */
  mark: Mark | null;
  /** Names the change: "Ash moved". */
  words: string;
  /** The text that was typed in: all that is typed at a time is one change. */
  typedIn?: string | undefined;
};

/** A line with every change that can be undone or made again. All functions here are pure. */
export type History = { line: Line; mark: Mark | null; past: readonly Step[]; future: readonly Step[] };

export type Change = Step;

const STEPS_MAX = 500;

export const historyOf = (line: Line): History => ({ line, mark: null, past: [], future: [] });

export function record(history: History, { line, mark, words, typedIn }: Change): History {
  if (line === history.line) return { ...history, mark };
  const last = history.past.at(-1);
  const isMoreOfIt = typedIn !== undefined && last?.typedIn === typedIn && history.future.length === 0;
  const step: Step = { line: history.line, mark: history.mark, words, typedIn };
  const past = isMoreOfIt ? history.past : [...history.past, step].slice(-STEPS_MAX);
  return { line, mark, past, future: [] };
}

/** What is typed from now on is another change. */
export function endTyping(history: History): History {
  const last = history.past.at(-1);
  if (last?.typedIn === undefined) return history;
  return { ...history, past: [...history.past.slice(0, -1), { ...last, typedIn: undefined }] };
}

/** A text that is left empty goes, as one change. Of a new one nothing remains, also nothing to undo. */
export function leaveEmptyText(history: History, key: string): History {
  const last = history.past.at(-1);
  const isTyping = last?.typedIn === key;
  const before = isTyping ? { ...history, line: last.line, mark: last.mark, past: history.past.slice(0, -1) } : history;
  const line = remove(before.line, key);
  if (line === before.line) return before;
  const at = indexOf(before.line, key);
  const neighbour = before.line[at - 1] ?? before.line[at + 1];
  return record(before, { line, mark: neighbour ? markOf(neighbour) : null, words: "Text removed" });
}

/** Undefined where there is nothing to undo. */
export function undo(history: History): History | undefined {
  const { line, mark, past, future } = endTyping(history);
  const last = past.at(-1);
  if (!last) return undefined;
  const undone: Step = { line, mark, words: last.words };
  return { line: last.line, mark: last.mark, past: past.slice(0, -1), future: [...future, undone] };
}

export function redo({ line, mark, past, future }: History): History | undefined {
  const next = future.at(-1);
  if (!next) return undefined;
  const done: Step = { line, mark, words: next.words };
  return { line: next.line, mark: next.mark, past: [...past, done], future: future.slice(0, -1) };
}
