import type { PhotoId } from "../../../contract/photos.ts";
import type { Panel, PhotosPanel } from "../../../contract/sequences.ts";

// The line on the table, and everything that can be done to it. All functions here are pure. One that has nothing to do
// returns the very line that it got.

type Keyed<Kind> = Extract<Panel, { kind: Kind }> & { key: string };
export type TextPiece = Keyed<"text">;
export type PausePiece = Keyed<"pause">;
/** A panel. Two pauses may be the same, so pauses and texts have a key. */
export type Piece = PhotosPanel | PausePiece | TextPiece;
export type Line = readonly Piece[];

/** Names a piece however the line changes: one of its photos, or its key. */
export type Mark = PhotoId | string;

/** The line, and what is in hand. */
export type OnTable = { line: Line; mark: Mark | null };

/** Before the piece with this index, or in the panel of another photo. */
export type Spot = { before: number } | { beside: PhotoId; side: "left" | "right" };

const GROUP_MAX = 3;

export const single = (id: PhotoId): PhotosPanel => ({ kind: "photos", photo_ids: [id], gap: 10 });

export const isPhotos = (piece: Piece | undefined): piece is PhotosPanel => piece?.kind === "photos";

export const markOf = (piece: Piece): Mark => (isPhotos(piece) ? (piece.photo_ids[0] as PhotoId) : piece.key);

const has = (piece: Piece, mark: Mark): boolean =>
  isPhotos(piece) ? piece.photo_ids.some((id) => id === mark) : piece.key === mark;

export const indexOf = (line: Line, mark: Mark | null): number =>
  mark === null ? -1 : line.findIndex((piece) => has(piece, mark));

/** Of what stands before it, or behind the first. Null where nothing else does. */
export function markBeside(line: Line, mark: Mark): Mark | null {
  const at = indexOf(line, mark);
  const beside = line[at - 1] ?? line[at + 1];
  return beside ? markOf(beside) : null;
}

export const photosIn = (line: readonly Panel[]): PhotoId[] =>
  line.flatMap((panel) => (panel.kind === "photos" ? panel.photo_ids : []));

/** Takes one photo, pause or text to another spot. A photo leaves its pair or triptych. */
export function place(line: Line, mark: Mark, spot: Spot): Line {
  const moving = line[indexOf(line, mark)];
  if (!moving) return line;
  if ("before" in spot) return placeBefore(line, mark, spot.before);
  if (!canJoin(line, mark, spot.beside)) return line;
  const id = mark as PhotoId;
  return without(line, mark).map((piece) => (has(piece, spot.beside) ? joined(piece, id, spot) : piece));
}

/** Whether the photo can stand next to that one. */
export function canJoin(line: Line, mark: Mark, beside: PhotoId): boolean {
  const group = line[indexOf(line, beside)];
  if (typeof mark !== "number" || mark === beside || !isPhotos(group)) return false;
  return has(group, mark) || group.photo_ids.length < GROUP_MAX;
}

function joined(group: Piece, id: PhotoId, { beside, side }: { beside: PhotoId; side: "left" | "right" }): Piece {
  if (!isPhotos(group)) return group;
  const at = group.photo_ids.indexOf(beside) + (side === "right" ? 1 : 0);
  return { ...group, photo_ids: group.photo_ids.toSpliced(at, 0, id) };
}

function placeBefore(line: Line, mark: Mark, index: number): Line {
  const from = indexOf(line, mark);
  const moving = line[from] as Piece;
  const isAlone = !isPhotos(moving) || moving.photo_ids.length === 1;
  if (isAlone && (index === from || index === from + 1)) return line;
  const next = line.slice(index).find((piece) => piece !== moving);
  const rest = without(line, mark);
  // A pair that its first photo leaves for the place before it is the next piece itself.
  const target = index === from ? from : next === undefined ? rest.length : rest.indexOf(next);
  return rest.toSpliced(target, 0, isAlone ? moving : single(mark as PhotoId));
}

const without = (line: Line, mark: Mark): Line =>
  line.flatMap((piece) => {
    if (!has(piece, mark)) return piece;
    if (!isPhotos(piece) || piece.photo_ids.length === 1) return [];
    return { ...piece, photo_ids: piece.photo_ids.filter((id) => id !== mark) };
  });

/** Moves the whole piece, pairs included, to an index. */
export function movePiece(line: Line, mark: Mark, to: number): Line {
  const from = indexOf(line, mark);
  const index = Math.max(0, Math.min(to, line.length - 1));
  if (from === -1 || from === index) return line;
  return line.toSpliced(from, 1).toSpliced(index, 0, line[from] as Piece);
}

/** Makes one panel of this one and the next. */
export function pairWithNext(line: Line, mark: Mark): Line {
  const at = indexOf(line, mark);
  const [one, next] = [line[at], line[at + 1]];
  if (!isPhotos(one) || !isPhotos(next) || one.photo_ids.length + next.photo_ids.length > GROUP_MAX) return line;
  return line.toSpliced(at, 2, { ...one, photo_ids: [...one.photo_ids, ...next.photo_ids] });
}

/** Makes a panel of each photo of this one. */
export function split(line: Line, mark: Mark): Line {
  const at = indexOf(line, mark);
  const piece = line[at];
  if (!isPhotos(piece) || piece.photo_ids.length === 1) return line;
  return line.toSpliced(at, 1, ...piece.photo_ids.map(single));
}

/** Behind the piece with this mark, or at the start. */
export const insertBehind = (line: Line, mark: Mark | null, piece: PausePiece | TextPiece): Line =>
  line.toSpliced(indexOf(line, mark) + 1, 0, piece);

/** Takes a pause or a text away. Photos stay: they leave the album, not its line. */
export function remove(line: Line, key: string): Line {
  const at = indexOf(line, key);
  return at === -1 ? line : line.toSpliced(at, 1);
}

export type PieceChange = { heading: string; body: string } | Pick<PausePiece, "width"> | Pick<PhotosPanel, "gap">;

export function change(line: Line, mark: Mark, changed: PieceChange): Line {
  const at = indexOf(line, mark);
  const piece = line[at];
  if (
    !piece ||
    Object.entries(changed).every(([field, value]) => field in piece && Reflect.get(piece, field) === value)
  )
    return line;
  // The fields are those of its kind: the caller has the piece before it.
  return line.toSpliced(at, 1, { ...piece, ...changed } as Piece);
}

/** The line of exactly these photos: those that have left go, and new ones are at the end. */
export function fitTo(line: Line, ids: readonly PhotoId[]): Line {
  const known = new Set(photosIn(line));
  if (known.size === ids.length && ids.every((id) => known.has(id))) return line;
  const wanted = new Set(ids);
  const fitted = line.flatMap((piece) => {
    if (!isPhotos(piece) || piece.photo_ids.every((id) => wanted.has(id))) return piece;
    const photo_ids = piece.photo_ids.filter((id) => wanted.has(id));
    return photo_ids.length > 0 ? { ...piece, photo_ids } : [];
  });
  return [...fitted, ...ids.filter((id) => !known.has(id)).map(single)];
}
