import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { PhotoId } from "../../../contract/photos.ts";
import { type Chosen, extendedTo, nearest, only, startingWith, toggled } from "./selection-rules.ts";
import { useViewing } from "./viewing.ts";

export type Selection = {
  /** The whole list. */
  ids: PhotoId[];
  /** In list order. */
  selectedIds: PhotoId[];
  isSelected: (id: PhotoId) => boolean;
  /** Selected photos that have left the list since. */
  departedIds: PhotoId[];
  /** Changes with each selection, even of the same photos. */
  chosen: ReadonlySet<PhotoId>;
  current: PhotoId | null;
  selectOnly: (id: PhotoId) => void;
  /** Selects the photo after the selected one, and returns it. Undefined at the end of the list. */
  selectNext: () => PhotoId | undefined;
  toggle: (id: PhotoId) => void;
  /** From the anchor to here. */
  extendTo: (id: PhotoId) => void;
  select: (ids: Iterable<PhotoId>) => void;
  selectAll: () => void;
  clear: () => void;
  /** Moves the keyboard without selecting. */
  moveTo: (id: PhotoId) => void;
  /** The photo in the loupe; null while that is closed. */
  viewed: PhotoId | null;
  /** Opens the loupe, which moves the selection with it. */
  view: (id: PhotoId) => void;
  stopViewing: () => void;
};

/** The selection in a list. A single selected photo is kept in the URL, so that a reload shows it again. */
export function useSelection(ids: PhotoId[]): Selection {
  const [state, setState] = useState<Chosen>(() => startingWith(photoInUrl(), ids));
  const viewing = useViewing();

  // Photos that have left the list are no longer selected.
  const selectedIds = useMemo(() => ids.filter((id) => state.chosen.has(id)), [ids, state.chosen]);
  const departedIds = useMemo(() => {
    if (state.chosen.size === selectedIds.length) return [];
    const listed = new Set(ids);
    return [...state.chosen].filter((id) => !listed.has(id));
  }, [ids, state.chosen, selectedIds]);
  useKeptInUrl(selectedIds.length === 1 ? String(selectedIds[0]) : null);

  const current = useNearest(state.current, ids);
  const isSelected = useCallback((id: PhotoId) => state.chosen.has(id), [state.chosen]);

  return {
    ids,
    selectedIds,
    isSelected,
    departedIds,
    chosen: state.chosen,
    current,
    selectOnly: (id) => setState(only(id)),
    selectNext: () => {
      const next = ids[ids.findIndex((id) => state.chosen.has(id)) + 1];
      if (next !== undefined) setState(only(next));
      return next;
    },
    toggle: (id) => setState(toggled(state, id)),
    extendTo: (id) => setState(extendedTo(state, id, ids)),
    select: (some) => setState({ ...state, chosen: new Set(some) }),
    selectAll: () => setState({ ...state, chosen: new Set(ids) }),
    clear: () => setState({ ...state, chosen: new Set() }),
    moveTo: (id) => setState({ ...state, current: id }),
    // A photo that has left the list, such as one moved to the trash, makes way for the next one.
    viewed: viewing.isViewing ? current : null,
    view: (id) => {
      setState(only(id));
      viewing.open();
    },
    stopViewing: () => {
      if (current !== null) setState(only(current));
      viewing.close();
    },
  };
}

function useNearest(id: PhotoId | null, ids: PhotoId[]): PhotoId | null {
  const lastIndex = useRef(0);
  const index = id === null ? -1 : ids.indexOf(id);
  useEffect(() => {
    if (index !== -1) lastIndex.current = index;
  }, [index]);
  return nearest(id, ids, lastIndex.current);
}

const URL_PAUSE_MS = 200;

const photoInUrl = () => new URLSearchParams(location.search).get("photo");

function useKeptInUrl(photo: string | null): void {
  const routed = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router rewrites the URL with each location
  useEffect(() => {
    if (photoInUrl() === photo) return;
    // After a pause: browsers throttle URL changes, and a held arrow key would cause too many.
    const timer = setTimeout(() => {
      const url = new URL(location.href);
      if (photo === null) url.searchParams.delete("photo");
      else url.searchParams.set("photo", photo);
      // Not through the router: it would abandon a screen that is still loading.
      history.replaceState(history.state, "", url);
    }, URL_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [photo, routed]);
}
