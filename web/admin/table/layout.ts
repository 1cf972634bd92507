import type { PhotoId } from "../../../contract/photos.ts";
import { isPhotos, type Line, type Piece } from "./line.ts";

export type Box = { x: number; y: number; width: number; height: number };
/** Relative to its piece. */
export type PhotoBox = Box & { id: PhotoId };
export type Placed = Box & { piece: Piece; index: number; photos: PhotoBox[] };
export type Row = { y: number; height: number; from: number; to: number };
/** Where each piece is. Without elements to measure, so that hundreds can move within a frame. */
export type Layout = { placed: Placed[]; rows: Row[]; width: number; height: number };

export type AspectOf = (id: PhotoId) => number;

/** Room to drop a print between two others. */
const PRINT_GAP = 20;
const PAIR_GAP = 2;
const ROW_GAP = 24;
const SURFACE_MARGIN = 20;

/** The prints on the surface: uncropped, in rows, in the order of the line. */
export function layPrints(line: Line, aspectOf: AspectOf, at: { width: number; height: number }): Layout {
  const widest = Math.max(60, at.width - 2 * SURFACE_MARGIN);
  const placed: Placed[] = [];
  const rows: Row[] = [];
  let [x, y, from] = [SURFACE_MARGIN, SURFACE_MARGIN, 0];
  const endRow = (to: number) => {
    rows.push({ y, height: at.height, from, to });
    [x, y, from] = [SURFACE_MARGIN, y + at.height + ROW_GAP, to];
  };
  for (const [index, piece] of line.entries()) {
    const photos = printsOf(piece, aspectOf, { height: at.height, widest, gap: PAIR_GAP });
    const width = isPhotos(piece) ? endOf(photos) : WIDTHS[piece.kind] * at.height;
    if (index > from && x + width > SURFACE_MARGIN + widest) endRow(index);
    placed.push({ piece, index, x, y, width, height: at.height, photos });
    x += width + PRINT_GAP;
  }
  if (line.length > 0) endRow(line.length);
  return { placed, rows, width: at.width, height: y - ROW_GAP + SURFACE_MARGIN };
}

const WIDTHS = { pause: 0.6, text: 1 };

/** The strip as visitors get it on this screen (LOOK.md, Strip.module.css), reduced to a height. */
export const SCREEN = { width: 1440, strip: 765, text: 432, besides: 80 };

/** Between two panels, by the margin of the look (gallery.css). */
export const STRIP_GAPS = { none: 10, wide: 28.8 };

/** Above and below the line, for the frame around what is in hand. */
const STRIP_MARGIN = 8;

export function layStrip(line: Line, aspectOf: AspectOf, at: { height: number; gap: number }): Layout {
  const { height } = at;
  const scale = height / SCREEN.strip;
  const margin = 3 * at.gap * scale;
  const y = STRIP_MARGIN;
  const placed: Placed[] = [];
  let x = margin;
  for (const [index, piece] of line.entries()) {
    const within = isPhotos(piece) && piece.gap > 0 ? at.gap * scale : 0;
    // A single photo from 2:1 on has the strip's height, however wide that makes it.
    const isWide = isPhotos(piece) && piece.photo_ids.length === 1 && aspectOf(piece.photo_ids[0] as PhotoId) >= 2;
    const widest = isWide ? Number.POSITIVE_INFINITY : (SCREEN.width - SCREEN.besides) * scale;
    const photos = printsOf(piece, aspectOf, { height, widest, gap: within });
    const width = isPhotos(piece) ? endOf(photos) : emptyWidth(piece, at.gap) * scale;
    placed.push({ piece, index, x, y, width, height, photos });
    x += width + at.gap * scale;
  }
  const rows = line.length > 0 ? [{ y, height, from: 0, to: line.length }] : [];
  return { placed, rows, width: x + margin, height: height + 2 * STRIP_MARGIN };
}

/** The gaps beside half a screen are part of it. */
const emptyWidth = (piece: Exclude<Piece, { kind: "photos" }>, gap: number) => {
  if (piece.kind === "text") return SCREEN.text;
  return piece.width === "full" ? SCREEN.width : SCREEN.width / 2 - 2 * gap;
};

/** At one height; lower, and centred, where they would be too wide. */
function printsOf(piece: Piece, aspectOf: AspectOf, at: { height: number; widest: number; gap: number }): PhotoBox[] {
  if (!isPhotos(piece)) return [];
  const aspects = piece.photo_ids.map(aspectOf);
  const sum = aspects.reduce((total, aspect) => total + aspect, 0);
  const gaps = at.gap * (aspects.length - 1);
  const height = Math.min(at.height, (at.widest - gaps) / sum);
  const y = (at.height - height) / 2;
  let x = 0;
  return piece.photo_ids.map((id, index) => {
    const box = { id, x, y, width: (aspects[index] ?? 1) * height, height };
    x += box.width + at.gap;
    return box;
  });
}

const endOf = (photos: PhotoBox[]) => photos.reduce((end, { x, width }) => Math.max(end, x + width), 0);

/** Those in or near this part of the layout, and always the one in hand: the keyboard is on it. */
export const inView = ({ placed }: Layout, view: { from: number; to: number; axis: "x" | "y" }, held: number) =>
  placed.filter((each) => {
    const [start, size] = view.axis === "x" ? [each.x, each.width] : [each.y, each.height];
    return each.index === held || (start + size >= view.from && start <= view.to);
  });

/** The piece above or below, for the arrow keys. */
export function pieceInRow({ placed, rows }: Layout, index: number, by: 1 | -1): number {
  const at = placed[index];
  const row = rows.findIndex(({ from, to }) => index >= from && index < to);
  const target = rows[row + by];
  if (!at || !target) return index;
  const centre = at.x + at.width / 2;
  const away = (other: number) => {
    const { x = 0, width = 0 } = placed[other] ?? {};
    return Math.abs(x + width / 2 - centre);
  };
  const indexes = Array.from({ length: target.to - target.from }, (_, offset) => target.from + offset);
  return indexes.reduce((nearest, other) => (away(other) < away(nearest) ? other : nearest), target.from);
}
