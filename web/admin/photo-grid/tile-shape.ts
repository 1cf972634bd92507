import { useSyncExternalStore } from "react";
import { createListeners } from "../../hooks/listeners.ts";

/** `square`: cropped to fill its tile. `whole`: in its own proportions. */
export type TileShape = "square" | "whole";

const STORAGE_KEY = "admin_tile_shape";
const { notify, subscribe } = createListeners();

/** A preference of this browser, so it does not belong in the URL. */
const readShape = (): TileShape => (localStorage.getItem(STORAGE_KEY) === "whole" ? "whole" : "square");

export const useTileShape = (): TileShape => useSyncExternalStore(subscribe, readShape);

export function rememberTileShape(shape: TileShape): void {
  localStorage.setItem(STORAGE_KEY, shape);
  notify();
}
