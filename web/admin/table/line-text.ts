import type { PhotoId } from "../../../contract/photos.ts";
import type { Panel } from "../../../contract/sequences.ts";
import { isPhotos, type Line, type Piece } from "./line.ts";

/** As the server stores it. A text that nothing was written in yet stays on the table. */
export const panelsOf = (line: Line | readonly Panel[]): Panel[] =>
  line.flatMap((piece) => {
    if (piece.kind === "photos") return { kind: piece.kind, photo_ids: piece.photo_ids, gap: piece.gap };
    if (piece.kind === "pause") return { kind: piece.kind, width: piece.width };
    const [heading, body] = [piece.heading.trim(), piece.body.trim()];
    return heading + body === "" ? [] : { kind: piece.kind, heading, body };
  });

/** The same for the same line everywhere: how this window keeps it, and knows that it is saved. */
export const textOf = (line: Line | readonly Panel[]): string => JSON.stringify(panelsOf(line));

/** `textOf` wrote it, in this version of the program or another one. */
export function panelsIn(text: string): Panel[] {
  const panels: unknown = JSON.parse(text);
  return Array.isArray(panels) ? panels.filter(isPanel) : [];
}

function isPanel(value: unknown): value is Panel {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  if (value.kind === "photos") return "photo_ids" in value && Array.isArray(value.photo_ids);
  return value.kind === "pause" || value.kind === "text";
}

/** On the table. Pieces that were there before are the same ones, so that only what differs is drawn again. */
export function lineOf(panels: readonly Panel[], before: Line = []): Line {
  const known = Map.groupBy(before, (piece) => textOf([piece]));
  return panels.map((panel) => known.get(textOf([panel]))?.shift() ?? pieceOf(panel));
}

const pieceOf = (panel: Panel): Piece => (panel.kind === "photos" ? panel : { ...panel, key: newKey(panel.kind) });

let lastKey = 0;
export function newKey(kind: "pause" | "text"): string {
  lastKey += 1;
  return `${kind}-${lastKey}`;
}

/** Which photos do not stand where they stood, as far as the fewest have moved. */
export function movedPhotos(before: Line, after: Line): Set<PhotoId> {
  const places = new Map(before.filter(isPhotos).flatMap(placesIn));
  const afterPlaces = after.filter(isPhotos).flatMap(placesIn);
  const order = new Map([...places.keys()].map((id, index) => [id, index]));
  const staying = longestRise(
    afterPlaces.flatMap(([id]) => (order.has(id) ? [id] : [])),
    (id) => order.get(id) ?? 0,
  );
  // Alone before, in a pair now, or the other way round.
  return new Set(afterPlaces.flatMap(([id, company]) => (staying.has(id) && places.get(id) === company ? [] : [id])));
}

const placesIn = ({ photo_ids }: { photo_ids: PhotoId[] }): [PhotoId, string][] =>
  photo_ids.map((id) => [id, photo_ids.join()]);

/** The longest subsequence that rises: patience sorting. */
function longestRise<Id>(ids: readonly Id[], rankOf: (id: Id) => number): Set<Id> {
  const tails: Id[] = [];
  const previous = new Map<Id, Id | undefined>();
  for (const id of ids) {
    const found = tails.findIndex((tail) => rankOf(tail) >= rankOf(id));
    const at = found === -1 ? tails.length : found;
    previous.set(id, tails[at - 1]);
    tails[at] = id;
  }
  const rise = new Set<Id>();
  for (let id = tails.at(-1); id !== undefined; id = previous.get(id)) rise.add(id);
  return rise;
}
