import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { PhotoId } from "../../../contract/photos.ts";

type Chosen = {
  chosen: ReadonlySet<PhotoId>;
  /** Where a range starts. */
  anchor: PhotoId | null;
  /** Where the keyboard is. */
  current: PhotoId | null;
};

export type Selection = {
  /** In the order of the list. */
  selectedIds: PhotoId[];
  isSelected: (id: PhotoId) => boolean;
  current: PhotoId | null;
  selectOnly: (id: PhotoId) => void;
  toggle: (id: PhotoId) => void;
  /** From the anchor to here. */
  extendTo: (id: PhotoId) => void;
  select: (ids: Iterable<PhotoId>) => void;
  selectAll: () => void;
  clear: () => void;
  /** Moves the keyboard without choosing. */
  moveTo: (id: PhotoId) => void;
};

/** What is selected of a list. A single selected photo is kept in the address, so that a reload shows it again. */
export function useSelection(ids: PhotoId[]): Selection {
  const [state, setState] = useState<Chosen>(() => startingWith(photoInAddress(), ids));

  // What left the list meanwhile is not selected any more.
  const selectedIds = useMemo(() => ids.filter((id) => state.chosen.has(id)), [ids, state.chosen]);
  useKeptInAddress(selectedIds.length === 1 ? String(selectedIds[0]) : null);

  const current = useNearest(state.current, ids);
  const isSelected = useCallback((id: PhotoId) => state.chosen.has(id), [state.chosen]);

  return {
    selectedIds,
    isSelected,
    current,
    selectOnly: (id) => setState({ chosen: new Set([id]), anchor: id, current: id }),
    toggle: (id) => {
      const chosen = new Set(state.chosen);
      if (!chosen.delete(id)) chosen.add(id);
      setState({ chosen, anchor: id, current: id });
    },
    extendTo: (id) => {
      const anchor = state.anchor !== null && ids.includes(state.anchor) ? state.anchor : id;
      const [from = 0, to = 0] = [ids.indexOf(anchor), ids.indexOf(id)].sort((a, b) => a - b);
      setState({ chosen: new Set(ids.slice(from, to + 1)), anchor, current: id });
    },
    select: (some) => setState({ ...state, chosen: new Set(some) }),
    selectAll: () => setState({ ...state, chosen: new Set(ids) }),
    clear: () => setState({ ...state, chosen: new Set() }),
    moveTo: (id) => setState({ ...state, current: id }),
  };
}

/** The photo itself, or, once it has left the list, the one that took its place. */
function useNearest(id: PhotoId | null, ids: PhotoId[]): PhotoId | null {
  const lastIndex = useRef(0);
  const index = id === null ? -1 : ids.indexOf(id);
  useEffect(() => {
    if (index !== -1) lastIndex.current = index;
  }, [index]);
  if (id === null || index !== -1) return id;
  return ids[Math.min(lastIndex.current, ids.length - 1)] ?? null;
}

const ADDRESS_PAUSE_MS = 200;

const photoInAddress = () => new URLSearchParams(location.search).get("photo");

function useKeptInAddress(photo: string | null): void {
  const routed = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router writes the address anew with each location
  useEffect(() => {
    if (photoInAddress() === photo) return;
    // After a pause: browsers refuse to have the address changed with every arrow of a held key.
    const timer = setTimeout(() => {
      const address = new URL(location.href);
      if (photo === null) address.searchParams.delete("photo");
      else address.searchParams.set("photo", photo);
      // Past the router: it would give up the screen it is just loading for what is only a note about this one.
      history.replaceState(history.state, "", address);
    }, ADDRESS_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [photo, routed]);
}

function startingWith(photo: string | null, ids: PhotoId[]): Chosen {
  const id = ids.find((candidate) => String(candidate) === photo);
  if (id === undefined) return { chosen: new Set(), anchor: null, current: null };
  return { chosen: new Set([id]), anchor: id, current: id };
}
