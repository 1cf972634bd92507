import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import type { RoomContent } from "../../../contract/pages.ts";
import { createSelectionStore, type Pick, type SelectionStore, type ShownSelection } from "./selection-store.ts";

/** Two people with the same link see each other's choices within this time. */
const REFRESH_MS = 3_000;

export const SelectionContext = createContext<SelectionStore | null>(null);

export function useSelectionStore({ album, selection }: RoomContent): SelectionStore {
  const store = useMemo(() => createSelectionStore(album.url, selection), [album.url, selection]);
  const isShared = selection.state !== "none";
  useEffect(() => {
    if (!isShared) return;
    const refresh = () => {
      if (document.visibilityState === "visible") void store.refresh();
    };
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
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
  return useSyncExternalStore(store.subscribe, store.read, store.read);
}

/** Renders again only when this photo's choice changes: a room may have a thousand photos. */
export function usePick(photoId: number): Pick | undefined {
  const store = useStore();
  const read = () => store.pickOf(photoId);
  return useSyncExternalStore(store.subscribe, read, read);
}
