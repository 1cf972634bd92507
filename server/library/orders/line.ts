import type { PhotoId } from "../../../contract/photos.ts";
import type { Panel, PhotosPanel } from "../../../contract/sequences.ts";

// A line is the panels of an album. All functions here are pure; decision 053 explains the rule.
//
// What is stored keeps photos that have left the album, so that a restore or an undo puts them back in their panel. It may
// also lack photos that have come since. Read with `inOrder` or `withMembers`, it names each photo of the album once.

export const panelOf = (id: PhotoId): PhotosPanel => ({ kind: "photos", photo_ids: [id], gap: 10 });

export const photosOf = (line: readonly Panel[]): PhotoId[] =>
  line.flatMap((panel) => (panel.kind === "photos" ? panel.photo_ids : []));

/** Of a version that is not current: its own order, with new photos at its end. */
export function withMembers(stored: readonly Panel[], members: readonly PhotoId[]): Panel[] {
  const line = onlyOnce(stored, new Set(members));
  const known = new Set(photosOf(line));
  return [...line, ...members.filter((id) => !known.has(id)).map(panelOf)];
}

/**
 * Of the current version: the order of the album decides. Photos that still follow each other stay in one panel, another
 * panel falls apart. A pause or text stays behind the photo that it followed.
 */
export function inOrder(stored: readonly Panel[], order: readonly PhotoId[]): Panel[] {
  const line = onlyOnce(stored, new Set(order));
  const positions = new Map(order.map((id, position) => [id, position]));
  const isInRow = (ids: readonly PhotoId[]) =>
    ids.every((id, index) => positions.get(id) === (positions.get(ids[0] as PhotoId) ?? 0) + index);
  const kept = new Map<PhotoId, PhotosPanel>();
  for (const panel of line) {
    if (panel.kind === "photos" && isInRow(panel.photo_ids)) kept.set(panel.photo_ids[0] as PhotoId, panel);
  }
  const { first, behind } = withoutPhotos(line, (panel) => panel.kind !== "photos");
  const arranged = [...first];
  for (let index = 0; index < order.length; ) {
    const id = order[index] as PhotoId;
    const panel = kept.get(id) ?? panelOf(id);
    arranged.push(panel, ...panel.photo_ids.flatMap((photo) => behind.get(photo) ?? []));
    index += panel.photo_ids.length;
  }
  return arranged;
}

/** The line to store in place of `before`, with the absent photos of that where their panel still stands. */
export function keepAbsent(line: readonly Panel[], before: readonly Panel[]): Panel[] {
  const present = new Set(photosOf(line));
  const isAway = (panel: Panel) => panel.kind === "photos" && panel.photo_ids.every((id) => !present.has(id));
  const { first, behind } = withoutPhotos(before, isAway, present);
  const complete = new Map<string, PhotosPanel>();
  for (const panel of before) {
    if (panel.kind === "photos") complete.set(panel.photo_ids.filter((id) => present.has(id)).join(), panel);
  }
  return [
    ...first,
    ...line.flatMap((panel) => {
      if (panel.kind !== "photos") return panel;
      const { photo_ids = panel.photo_ids } = complete.get(panel.photo_ids.join()) ?? {};
      return [{ ...panel, photo_ids }, ...panel.photo_ids.flatMap((id) => behind.get(id) ?? [])];
    }),
  ];
}

export function withoutThese(line: readonly Panel[], ids: ReadonlySet<PhotoId>): Panel[] {
  return onlyOnce(line, { has: (id) => !ids.has(id) });
}

/** As a reader sees a line of the photos that they may see: pauses that meet become one, and none is first or last. */
export function forReader(line: readonly Panel[]): Panel[] {
  const seen: Panel[] = [];
  for (const panel of line) {
    const last = seen.at(-1);
    if (panel.kind !== "pause") seen.push(panel);
    else if (last?.kind === "pause") seen[seen.length - 1] = last.width === "full" ? last : panel;
    else if (last) seen.push(panel);
  }
  return seen.at(-1)?.kind === "pause" ? seen.slice(0, -1) : seen;
}

/** Without other photos, second mentions, and panels that are then empty. */
function onlyOnce(line: readonly Panel[], photos: { has(id: PhotoId): boolean }): Panel[] {
  const seen = new Set<PhotoId>();
  return line.flatMap((panel) => {
    if (panel.kind !== "photos") return panel;
    const photo_ids = panel.photo_ids.filter((id) => photos.has(id) && !seen.has(id));
    for (const id of photo_ids) seen.add(id);
    return photo_ids.length > 0 ? { ...panel, photo_ids } : [];
  });
}

/** Those panels that go with a photo: by the nearest one before them that stays, and those that have none. */
function withoutPhotos(line: readonly Panel[], goesAlong: (panel: Panel) => boolean, staying?: ReadonlySet<PhotoId>) {
  const first: Panel[] = [];
  const behind = new Map<PhotoId, Panel[]>();
  let before: PhotoId | undefined;
  for (const panel of line) {
    if (!goesAlong(panel)) {
      if (panel.kind === "photos") before = panel.photo_ids.findLast((id) => staying?.has(id) ?? true);
      continue;
    }
    if (before === undefined) first.push(panel);
    else behind.set(before, [...(behind.get(before) ?? []), panel]);
  }
  return { first, behind };
}
