import { z } from "zod";

/** What the camera wrote into the file. */
export const Exif = z.object({
  camera: z.string().optional(),
  lens: z.string().optional(),
  aperture: z.string().optional(),
  shutter: z.string().optional(),
  iso: z.number().optional(),
  focal_length: z.string().optional(),
});
export type Exif = z.infer<typeof Exif>;
