import { createContext, type ReactNode } from "react";
import type { PhotoId } from "../../../contract/photos.ts";

/** What clients said about a photo, in a corner of its own. */
export type TileNote = {
  /** By which clients know it. */
  number: number;
  states: { label: string; icon: ReactNode }[];
};

/** Undefined outside of a viewing room. */
export const TileNotesContext = createContext<(id: PhotoId) => TileNote | undefined>(() => undefined);
