const STORAGE_KEY = "admin_tile_px";

/** The maximum is the size of a thumbnail; larger tiles would be blurred. */
export const TILE_PX = { min: 110, max: 300, usual: 180 };

export function readTilePx(): number {
  const stored = Number(localStorage.getItem(STORAGE_KEY));
  return stored >= TILE_PX.min && stored <= TILE_PX.max ? stored : TILE_PX.usual;
}

export const rememberTilePx = (size: number) => localStorage.setItem(STORAGE_KEY, String(size));
