import type { PhotoId } from "../../../contract/photos.ts";

export type Chosen = {
  chosen: ReadonlySet<PhotoId>;
  /** Where a range starts. */
  anchor: PhotoId | null;
  /** Where the keyboard is. */
  current: PhotoId | null;
};

export const only = (id: PhotoId): Chosen => ({ chosen: new Set([id]), anchor: id, current: id });

/** Starts with the photo named in the URL, if the list has it. */
export function startingWith(photo: string | null, ids: readonly PhotoId[]): Chosen {
  const id = ids.find((candidate) => String(candidate) === photo);
  return id === undefined ? { chosen: new Set(), anchor: null, current: null } : only(id);
}

export function toggled(state: Chosen, id: PhotoId): Chosen {
  const chosen = new Set(state.chosen);
  if (!chosen.delete(id)) chosen.add(id);
  return { chosen, anchor: id, current: id };
}

/** Selects from the anchor to this photo. An anchor that has left the list is replaced by the photo itself. */
export function extendedTo(state: Chosen, id: PhotoId, ids: readonly PhotoId[]): Chosen {
  const anchor = state.anchor !== null && ids.includes(state.anchor) ? state.anchor : id;
  const [from = 0, to = 0] = [ids.indexOf(anchor), ids.indexOf(id)].sort((a, b) => a - b);
  return { chosen: new Set(ids.slice(from, to + 1)), anchor, current: id };
}

/** The photo itself, or, once it has left the list, the one that took its place. */
export function nearest(id: PhotoId | null, ids: readonly PhotoId[], lastIndex: number): PhotoId | null {
  if (id === null || ids.includes(id)) return id;
  return ids[Math.min(lastIndex, ids.length - 1)] ?? null;
}
