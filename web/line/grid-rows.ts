import type { ShownPhoto } from "../../contract/pages.ts";
import type { PhotoPanel, ShownPanel } from "./panels.ts";

/** A row of the grid. On a narrow screen each of its parts is a row. */
export type GridRow = { kind: "row"; parts: PhotoPanel[][] };

/** How many times as wide as high a row should be. */
const ROW_ASPECT = 3.6;
const PART_ASPECT = 1.7;

/**
 * Photos in rows that are as even as their shapes allow. The rows of a wide screen consist of whole rows of a narrow one, so
 * that a style sheet can choose. The photos of a panel stay together; a text or a pause ends a row.
 */
export function gridRows(panels: ShownPanel[]): (GridRow | Exclude<ShownPanel, PhotoPanel>)[] {
  const rows: ReturnType<typeof gridRows> = [];
  let run: PhotoPanel[] = [];
  const endRun = () => {
    const parts = evenly(run, aspectOfPanel, PART_ASPECT);
    rows.push(...evenly(parts, (part) => sum(part.map(aspectOfPanel)), ROW_ASPECT).map(rowOf));
    run = [];
  };
  for (const panel of panels) {
    if (panel.kind === "photos") run.push(panel);
    else {
      endRun();
      rows.push(panel);
    }
  }
  endRun();
  return rows;
}

export const photosOfPart = (part: PhotoPanel[]): ShownPhoto[] => part.flatMap(({ photos }) => photos);
export const photosOfRow = ({ parts }: GridRow): ShownPhoto[] => parts.flatMap(photosOfPart);

const rowOf = (parts: PhotoPanel[][]): GridRow => ({ kind: "row", parts });
const aspectOfPanel = ({ photos }: PhotoPanel) => sum(photos.map(({ width, height }) => width / height));
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** Divides a list so that its rows come as near to one aspect ratio as possible. */
function evenly<Item>(items: Item[], aspectOf: (item: Item) => number, wanted: number): Item[][] {
  /** Of the first items: the lowest cost of their rows, and where the last of these begins. */
  const best = [{ cost: 0, start: 0 }];
  for (let end = 1; end <= items.length; end++) {
    let [cost, first, aspect] = [Infinity, 0, 0];
    for (let start = end - 1; start >= 0; start--) {
      aspect += aspectOf(items[start] as Item);
      const total = (best[start]?.cost ?? 0) + Math.log(aspect / wanted) ** 2;
      if (total < cost) [cost, first] = [total, start];
      // Two rows are more even than one of this length.
      if (aspect > 4 * wanted) break;
    }
    best.push({ cost, start: first });
  }
  const rows: Item[][] = [];
  for (let end = items.length; end > 0; end = best[end]?.start ?? 0) rows.push(items.slice(best[end]?.start, end));
  return rows.reverse();
}
