import type { Box, Layout, Placed } from "./layout.ts";
import { canJoin, isPhotos, type Line, type Mark, type Spot } from "./line.ts";

/** Where something would be dropped, and where that is shown. */
export type DropSpot = { spot: Spot; box: Box; kind: "between" | "beside" };

/** How much of a print, from its edge inwards, still counts as the room between two. */
const EDGE_SHARE = 0.16;
const EDGE_MAX = 22;
const BAR = 3;

/** Over a print: beside it, on that side. Near its edge, or where it can take no other: before or behind it. */
export function spotAt(layout: Layout, line: Line, mark: Mark, point: { x: number; y: number }): DropSpot | undefined {
  const row = layout.rows.findLast(({ y }, index) => index === 0 || point.y >= y - 12);
  if (!row) return undefined;
  const placed = layout.placed.slice(row.from, row.to);
  const over = placed.find(({ x, width }) => point.x >= x + edgeOf(width) && point.x < x + width - edgeOf(width));
  const beside = over && besideSpot(over, line, mark, point.x);
  if (beside) return beside;
  const next = placed.find(({ x, width }) => point.x < x + width / 2);
  return between(layout, next?.index ?? row.to, row.to);
}

const edgeOf = (width: number) => Math.min(EDGE_MAX, width * EDGE_SHARE);

function besideSpot({ piece, x, y, photos }: Placed, line: Line, mark: Mark, pointX: number): DropSpot | undefined {
  if (!isPhotos(piece)) return undefined;
  const photo = photos.find((each) => pointX < x + each.x + each.width) ?? photos.at(-1);
  if (!photo || !canJoin(line, mark, photo.id)) return undefined;
  const side = pointX < x + photo.x + photo.width / 2 ? "left" : "right";
  const box = {
    x: x + photo.x + (side === "right" ? photo.width / 2 : 0),
    y: y + photo.y,
    width: photo.width / 2,
    height: photo.height,
  };
  return { spot: { beside: photo.id, side }, box, kind: "beside" };
}

function between({ placed }: Layout, before: number, rowEnd: number): DropSpot | undefined {
  // At the end of a row it is shown behind the last piece, not before the first of the next row.
  const next = before < rowEnd ? placed[before] : undefined;
  const last = placed[before - 1];
  const at = next ?? last;
  if (!at) return undefined;
  const isBesideLast = last !== undefined && last.y === at.y;
  const edge = next ? next.x : at.x + at.width;
  const gap = next && isBesideLast ? (next.x - (last.x + last.width)) / 2 : 10;
  const x = next ? edge - gap : edge + gap;
  return { spot: { before }, box: { x: x - BAR / 2, y: at.y, width: BAR, height: at.height }, kind: "between" };
}
