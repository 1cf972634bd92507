import type { z } from "zod";
import { Id } from "./text.ts";

/** A separate file, because photos refer to albums and albums to photos. */
export const AlbumId = Id.brand<"AlbumId">();
export type AlbumId = z.infer<typeof AlbumId>;
