import { failedWith } from "../../api/api-error.ts";
import { createListeners } from "../../hooks/listeners.ts";
import type { createDraftStore, Draft } from "../data/draft-store.ts";
import { saveResultOf } from "../data/save-result.ts";
import type { SequenceOnServer } from "../data/sequence.api.ts";
import {
  endTyping,
  type History,
  NO_HISTORY,
  record,
  redo,
  type Turned,
  takeBackTyping,
  undo,
} from "../drafts/history.ts";
import { fitTo, type Mark, markBeside, type OnTable, photosIn, remove } from "./line.ts";
import { lineOf, panelsIn, panelsOf, textOf } from "./line-text.ts";

/** `words` name it: "Ash moved". `typedIn`: the text that was typed in. */
type Change = OnTable & { words: string; typedIn?: string };

type Setting = {
  drafts: ReturnType<typeof createDraftStore>;
  /** Under which the line is kept in this browser until the server has it, and its name there. */
  kept: { place: string; title: string; path: string };
  server: SequenceOnServer;
};

/** `changed`: another window has saved another line, and this one was not sent. */
type LineState = "idle" | "saving" | "saved" | "unsaved" | "changed";

/** Typing is saved when it rests. */
const REST_MS = 600;

/**
 * The line of one version on the table. Every change is kept in this browser at once, like a text that was typed (decision 047),
 * and sent, one request at a time. What the server has is adopted whenever this window has nothing of its own.
 */
export function createTable({ drafts, kept, server }: Setting) {
  const { place } = kept;
  const { notify, subscribe } = createListeners();
  let table: OnTable = { line: [], mark: null };
  let history: History<OnTable> = NO_HISTORY;
  let isSending = false;
  let hasSaved = false;
  /** What was sent last: its response may have been lost. */
  let lastSent: string | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let snapshot = read();

  const live = () => drafts.live(place);
  const known = () => server.known()?.panels ?? [];

  function read() {
    const draft = drafts.live(place);
    const saved = textOf(server.known()?.panels ?? []);
    return {
      ...table,
      history,
      state: stateOf(draft, saved),
      reason: draft?.state === "unsaved" ? draft.reason : undefined,
      /** From before this page was loaded. */
      offer: drafts.offer(place),
    };
  }

  const listenOnce = (listener: () => void) => {
    const stop = subscribe(() => {
      stop();
      listener();
    });
  };

  function stateOf(draft: Draft | undefined, saved: string): LineState {
    if (!draft) return hasSaved ? "saved" : "idle";
    if (draft.inFlight > 0) return "saving";
    if (draft.base !== saved) return "changed";
    // Typing, or about to be sent.
    return draft.state === "typing" && (isSending || rest !== undefined) ? "saving" : "unsaved";
  }

  function emit() {
    const next = read();
    // The screen draws again only what is new.
    if (!isSame(next, snapshot)) snapshot = next;
    notify();
  }

  function show(next: OnTable) {
    table = next;
    keep();
    emit();
  }

  /** Taking something in hand is no change. */
  function note({ line, words, typedIn }: Change) {
    if (line !== table.line) history = record(history, { shown: table, words, typedIn });
  }

  /** In this browser, until the server has it. */
  function keep() {
    const text = textOf(table.line);
    const draft = live();
    const saved = textOf(known());
    if (draft?.text === text) return;
    if (draft && draft.inFlight === 0 && text === saved) drafts.drop(draft.id);
    else if (draft || text !== saved) drafts.type(place, { ...kept, text, base: draft?.base ?? saved });
  }

  async function save() {
    clearTimeout(rest);
    rest = undefined;
    if (isSending) return;
    isSending = true;
    for (let draft = unsent(); draft; draft = unsent()) {
      drafts.startSaving(draft.id);
      const outcome = await saveResultOf(send(draft.text));
      drafts.settle(draft.id, draft.text, outcome);
      if (outcome.isSaved) hasSaved = true;
    }
    isSending = false;
    emit();
  }

  /** Refused and unchanged since, it waits for Retry; changed elsewhere, for a decision. */
  function unsent() {
    const draft = live();
    if (draft?.state !== "typing" || draft.text === "[]") return undefined;
    return draft.inFlight > 0 || draft.base === textOf(known()) ? draft : undefined;
  }

  async function send(text: string): Promise<void> {
    const before = lastSent;
    lastSent = text;
    try {
      await server.save(panelsIn(text), server.known()?.revision ?? 0);
    } catch (error) {
      if (!failedWith(error, "SEQUENCE_CHANGED", "VALIDATION")) throw error;
      const latest = textOf((await server.latest()).panels);
      // The response to an earlier request was lost.
      if (latest === text) return;
      rebase(before);
      throw error;
    }
  }

  /** Where only photos have come or gone, or what changed was this window's own, there is nothing to decide. */
  function rebase(sentBefore?: string) {
    const draft = live();
    const latest = textOf(known());
    if (!draft || draft.base === latest) return;
    const members = photosIn(known());
    const isOwn = latest === sentBefore || latest === textOf(fitTo(lineOf(panelsIn(draft.base)), members));
    if (isOwn) startFrom(latest);
  }

  /** The line stays as it is, on the ground of what the server has. */
  function startFrom(base: string) {
    const draft = live();
    if (draft) drafts.drop(draft.id);
    table = { ...table, line: fitTo(table.line, photosIn(known())) };
    const text = textOf(table.line);
    if (text !== base) drafts.type(place, { ...kept, text, base });
  }

  /** The server has something new, or a kept line was restored or discarded. */
  function follow() {
    if (server.known() === undefined) return;
    const offer = drafts.offer(place);
    if (offer?.text === textOf(known())) drafts.drop(offer.id);
    if (!isSending) rebase();
    const draft = live();
    const text = draft?.text ?? textOf(known());
    if (text !== textOf(table.line)) adopt(text, draft !== undefined);
    emit();
    if (draft?.state === "unsaved" && draft.reason === undefined) retry();
  }

  function adopt(text: string, isKept: boolean) {
    const line = fitTo(lineOf(panelsIn(text), table.line), photosIn(known()));
    const isFirst = table.line.length === 0 && history.past.length === 0;
    const words = isKept ? "Unsaved line restored" : "Line changed elsewhere";
    if (!isFirst) note({ line, mark: table.mark, words });
    table = { line, mark: table.mark };
    keep();
  }

  function retry() {
    const draft = live();
    if (draft?.state === "unsaved") drafts.type(place, { ...draft });
    void save();
  }

  /** It goes, as one change. Of a new one nothing remains, also nothing to undo. */
  function leaveEmptyText(key: string) {
    const before = takeBackTyping(history, table, key);
    history = before.history;
    show(before.shown);
    const line = remove(table.line, key);
    if (line !== table.line) make({ line, mark: markBeside(table.line, key), words: "Text removed" });
  }

  function step(turned: Turned<OnTable> | undefined): string | undefined {
    if (!turned) return undefined;
    history = turned.history;
    // A photo may have left the album since.
    show({ ...turned.shown, line: fitTo(turned.shown.line, photosIn(known())) });
    void save();
    return turned.words;
  }

  function make({ line, mark, ...change }: Change) {
    note({ line, mark, ...change });
    show({ line, mark });
  }

  return {
    subscribe,
    read: () => snapshot,

    /** While it is on screen. */
    open() {
      const hide = drafts.show(place);
      const stop = drafts.subscribe(emit);
      follow();
      return () => {
        // What was typed goes with the screen.
        void save();
        stop();
        hide();
      };
    },
    follow,
    change(change: Change) {
      history = endTyping(history);
      make(change);
      void save();
    },
    type(change: Change) {
      make(change);
      clearTimeout(rest);
      rest = setTimeout(() => void save(), REST_MS);
      emit();
    },
    /** Leaves a text. One that nothing was written in goes. */
    endTyping(key: string) {
      const piece = table.line.find((each) => each.kind === "text" && each.key === key);
      const isEmpty = piece?.kind === "text" && `${piece.heading}${piece.body}`.trim() === "";
      if (isEmpty) leaveEmptyText(key);
      else history = endTyping(history);
      void save();
    },
    hold(mark: Mark | null) {
      table = { ...table, mark };
      emit();
    },
    /** The words of what was undone; undefined where there is nothing to undo. */
    undo: () => step(undo(endTyping(history), table)),
    redo: () => step(redo(history, table)),
    retry,
    restore(id: string) {
      drafts.restore(id);
      follow();
    },
    discardOffer: (id: string) => drafts.drop(id),

    /** After a change elsewhere: the line here replaces the other one. */
    keepMine() {
      startFrom(textOf(known()));
      emit();
      void save();
    },
    /** The other line comes on the table. Undo brings back the one that was here. */
    takeOther() {
      const draft = live();
      if (draft) drafts.drop(draft.id);
      const line = lineOf(known(), table.line);
      make({ line, mark: table.mark, words: "Other line taken" });
    },
    /** Resolves once nothing is on its way: whether the server has the line. */
    async settled(): Promise<boolean> {
      await save();
      while (isSending) await new Promise<void>((resolve) => listenOnce(resolve));
      return live() === undefined;
    },
    /** For a version of its own. */
    panels: () => panelsOf(table.line),
  };
}

const isSame = (one: TableState, other: TableState) =>
  Object.entries(one).every(([part, value]) => value === other[part as keyof TableState]);

export type Table = ReturnType<typeof createTable>;
export type TableState = ReturnType<Table["read"]>;
