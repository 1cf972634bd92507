import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { WrittenPage } from "../../../contract/written-pages.ts";
import { failedWith } from "../../api/api-error.ts";
import { announce } from "../../ui/Announcer.tsx";
import { savePage } from "../actions/pages.ts";
import { drafts } from "../data/drafts.ts";
import { pageQuery } from "../data/pages.api.ts";
import { saveResultOf } from "../data/save-result.ts";
import * as histories from "../drafts/history.ts";
import { useDraft } from "../drafts/use-draft.ts";
import { type Content, contentOf, isSameContent, readContent } from "./content.ts";

/** After the last letter, but never later after the first one than that. What is typed is in the browser's storage at once. */
const SAVE_AFTER_MS = 800;
const SAVE_AT_LATEST_MS = 1_500;

/** The title and the blocks as they are on the screen, saved as the owner goes, with what can be undone. */
export function usePageContent(page: WrittenPage) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState(false);
  const [history, setHistory] = useState<histories.History<Content>>(histories.NO_HISTORY);
  const place = useRef("");
  const saved = JSON.stringify(contentOf(page));

  /** The revision that the text was made from. 0, which the server refuses, when that is not the one it has. */
  const baseRevision = () => {
    const now = client.getQueryData(pageQuery(page.id).queryKey) ?? page;
    const base = drafts.live(place.current)?.base ?? saved;
    return isSameContent(JSON.stringify(contentOf(now)), base) ? now.revision : 0;
  };
  const lastSent = useRef<string>(undefined);
  const send = async (text: string, revision: number) => {
    const before = lastSent.current;
    lastSent.current = text;
    const write = (base: number) =>
      savePage(client, { id: page.id, revision: base }, readContent(text, contentOf(page)));
    try {
      return await write(revision);
    } catch (error) {
      if (!failedWith(error, "PAGE_CHANGED")) throw error;
      const now = await client.fetchQuery({ ...pageQuery(page.id), staleTime: 0 });
      // The response to an earlier request was lost.
      if (before !== undefined && isSameContent(JSON.stringify(contentOf(now)), before)) return write(now.revision);
      setConflict(true);
      throw error;
    }
  };
  const save = (text: string, revision = baseRevision()) => saveResultOf(send(text, revision));
  const draft = useDraft({ of: `page-${page.id}`, field: "content", title: `Page ${page.title}`, saved, save });
  place.current = draft.place;
  const { text, state, type } = draft;
  const content = readContent(text, contentOf(page));

  const saveRef = useRef(draft.save);
  saveRef.current = draft.save;
  const isWaiting = state === "typing" && !conflict;
  const typedSince = useRef(0);
  useEffect(() => {
    if (isWaiting) typedSince.current = performance.now();
  }, [isWaiting]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter restarts the wait
  useEffect(() => {
    if (!isWaiting) return;
    const rest = typedSince.current + SAVE_AT_LATEST_MS - performance.now();
    const timer = setTimeout(() => void saveRef.current(), Math.min(SAVE_AFTER_MS, rest));
    return () => clearTimeout(timer);
  }, [isWaiting, text]);

  const show = (next: Content) => type(JSON.stringify(next));
  const turn = (turned: histories.Turned<Content> | undefined, done: string) => {
    if (!turned) return;
    setHistory(turned.history);
    show(turned.shown);
    announce(`${done}: ${turned.words}`);
  };

  return {
    content,
    draft,
    /** `typedIn` names the field: all that is typed there at a time is undone at a time. */
    change(next: Content, words: string, typedIn?: string) {
      setHistory((now) => histories.record(now, { shown: content, words, typedIn }));
      show(next);
    },
    endTyping: () => setHistory(histories.endTyping),
    undo: history.past.length > 0 ? () => turn(histories.undo(history, content), "Undone") : undefined,
    redo: history.future.length > 0 ? () => turn(histories.redo(history, content), "Redone") : undefined,
    /** Another window or program has saved the page since. */
    conflict,
    /** Saves over what the server has, which stays among the versions. */
    async keepMine() {
      const { revision } = await client.fetchQuery({ ...pageQuery(page.id), staleTime: 0 });
      const result = await save(text, revision);
      if (result.isSaved) {
        draft.discard();
        setConflict(false);
      }
    },
    async takeTheirs() {
      await client.fetchQuery({ ...pageQuery(page.id), staleTime: 0 });
      draft.discard();
      setConflict(false);
      setHistory(histories.NO_HISTORY);
    },
  };
}

export type PageContentState = ReturnType<typeof usePageContent>;
