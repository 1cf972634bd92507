import type { z } from "zod";
import { Id } from "./text.ts";

/** A separate file, since photos name albums and albums name photos. */
export const AlbumId = Id.brand<"AlbumId">();
export type AlbumId = z.infer<typeof AlbumId>;
