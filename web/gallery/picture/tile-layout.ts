/** From here on, tiles have one shape, and the page scrolls. */
const MANY = 11;
const COLUMNS = [1, 1, 2, 3, 2, 3, 3, 4, 4, 5, 5] as const;

export type TileLayout = {
  columns: (typeof COLUMNS)[number] | "many";
  /** So that the last row has no gap. */
  isFirstWide: boolean;
  /** On a tall screen: each tile as wide as the screen. */
  isInRows: boolean;
};

/** How the home page arranges this many categories: HomePage.module.css. */
export function tileLayout(count: number): TileLayout {
  if (count >= MANY) return { columns: "many", isFirstWide: false, isInRows: false };
  return { columns: COLUMNS[count] ?? 1, isFirstWide: count > 4 && count % 2 === 1, isInRows: count <= 4 };
}
