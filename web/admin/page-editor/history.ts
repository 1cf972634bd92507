import type { Content } from "./content.ts";

type Step = {
  content: Content;
  /** The text that was typed in: all that is typed at a time is one change. */
  typedIn: string | undefined;
};
/** What can be undone and made again. All functions here are pure. */
export type History = { past: readonly Step[]; future: readonly Content[] };

const STEPS_MAX = 500;
export const NO_HISTORY: History = { past: [], future: [] };

/** `before` is the content that the change replaces. */
export function record({ past, future }: History, before: Content, typedIn?: string): History {
  const isMoreOfIt = typedIn !== undefined && past.at(-1)?.typedIn === typedIn && future.length === 0;
  return { past: isMoreOfIt ? past : [...past, { content: before, typedIn }].slice(-STEPS_MAX), future: [] };
}

/** What is typed from now on is another change. */
export const endTyping = ({ past, future }: History): History => ({
  past: past.map((step, index) => (index === past.length - 1 ? { ...step, typedIn: undefined } : step)),
  future,
});

/** The content to go back to. Undefined where there is none. */
export function undo({ past, future }: History, now: Content): { history: History; content: Content } | undefined {
  const last = past.at(-1);
  return last && { history: { past: past.slice(0, -1), future: [...future, now] }, content: last.content };
}

export function redo({ past, future }: History, now: Content): { history: History; content: Content } | undefined {
  const content = future.at(-1);
  if (!content) return undefined;
  return { history: { past: [...past, { content: now, typedIn: undefined }], future: future.slice(0, -1) }, content };
}
