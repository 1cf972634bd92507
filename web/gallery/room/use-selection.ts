import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { RoomContent, RoomView } from "../../../contract/pages.ts";
import { createSelectionStore, type SelectionStore } from "./selection-store.ts";
import type { Pick, ShownSelection } from "./shown-selection.ts";
import type { Comment } from "./unsent-marks.ts";

/** Two people with the same link see each other's choices within this time. */
const REFRESH_MS = 3_000;

/** The photo whose heart a visitor without a name has pressed, and where. */
export type Wanted = { photoId: number; from?: RoomView | undefined };
type RoomState = { needsName: boolean; wanted: Wanted | null; want(wanted: Wanted | null): void };

export const SelectionContext = createContext<SelectionStore | null>(null);
/** What every control has to know about the room. */
export const RoomContext = createContext<RoomState>({ needsName: false, wanted: null, want: () => {} });
export const useRoom = () => useContext(RoomContext);

export function useSelectionStore({ album, selection }: RoomContent): SelectionStore {
  // One for the visit: what it knows is newer than any content.
  const [store] = useState(() => createSelectionStore(album.url, selection));
  const isShared = selection.state !== "none";
  useEffect(() => {
    if (!isShared) return;
    const sync = () => {
      if (document.visibilityState === "visible") void store.sync();
      else store.leave();
    };
    const timer = setInterval(() => document.visibilityState === "visible" && sync(), REFRESH_MS);
    sync();
    void store.recover();
    document.addEventListener("visibilitychange", sync);
    window.addEventListener("online", sync);
    window.addEventListener("storage", store.noticeTab);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", sync);
      window.removeEventListener("online", sync);
      window.removeEventListener("storage", store.noticeTab);
    };
  }, [store, isShared]);
  return store;
}

export function useStore(): SelectionStore {
  const store = useContext(SelectionContext);
  if (!store) throw new Error("Used outside of a room");
  return store;
}

export function useSelection(): ShownSelection {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, store.read, () => store.first);
}

/** Renders again only when this photo's choice changes: a room may have a thousand photos. */
export function usePick(photoId: number): Pick | undefined {
  const store = useStore();
  const readFirst = () => store.first.picks.find(({ photo_id }) => photo_id === photoId);
  return useSyncExternalStore(store.subscribe, () => store.pickOf(photoId), readFirst);
}

export function useUnsentComment(photoId: number): Comment | undefined {
  const store = useStore();
  return useSyncExternalStore(
    store.subscribe,
    () => store.unsentComment(photoId),
    () => undefined,
  );
}
