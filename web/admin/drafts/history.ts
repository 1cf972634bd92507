type Step<Shown> = {
  /** What was on the screen before a change, or after one that was undone. */
  shown: Shown;
  /** Names the change: "Ash moved". */
  words: string;
  /** The text that was typed in: all that is typed at a time is one change. */
  typedIn?: string | undefined;
};

/** Every change that can be undone or made again. All functions here are pure, and are given what is on the screen now. */
export type History<Shown> = { past: readonly Step<Shown>[]; future: readonly Step<Shown>[] };

export type Turned<Shown> = { history: History<Shown>; shown: Shown; words: string };

const STEPS_MAX = 500;

export const NO_HISTORY: History<never> = { past: [], future: [] };

/** `before.shown` is what the change replaces. */
export function record<Shown>({ past, future }: History<Shown>, before: Step<Shown>): History<Shown> {
  const isMoreOfIt = before.typedIn !== undefined && past.at(-1)?.typedIn === before.typedIn && future.length === 0;
  return { past: isMoreOfIt ? past : [...past, before].slice(-STEPS_MAX), future: [] };
}

/** What is typed from now on is another change. */
export function endTyping<Shown>(history: History<Shown>): History<Shown> {
  const last = history.past.at(-1);
  if (last?.typedIn === undefined) return history;
  return { ...history, past: [...history.past.slice(0, -1), { ...last, typedIn: undefined }] };
}

/** As if nothing had been typed there, unless the last change was another one. */
export function takeBackTyping<Shown>(history: History<Shown>, shown: Shown, typedIn: string) {
  const last = history.past.at(-1);
  if (last?.typedIn !== typedIn) return { history, shown };
  return { history: { ...history, past: history.past.slice(0, -1) }, shown: last.shown };
}

/** Undefined where there is nothing to undo. */
export function undo<Shown>({ past, future }: History<Shown>, shown: Shown): Turned<Shown> | undefined {
  const last = past.at(-1);
  if (!last) return undefined;
  const { words } = last;
  return { shown: last.shown, words, history: { past: past.slice(0, -1), future: [...future, { shown, words }] } };
}

export function redo<Shown>({ past, future }: History<Shown>, shown: Shown): Turned<Shown> | undefined {
  const next = future.at(-1);
  if (!next) return undefined;
  const { words } = next;
  return { shown: next.shown, words, history: { past: [...past, { shown, words }], future: future.slice(0, -1) } };
}
