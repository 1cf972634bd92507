import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Photo } from "./photos.ts";

export const Site = z.object({
  name: z.string(),
  tagline: z.string(),
  about: z.string(),
  email: z.string(),
  phone: z.string(),
  location: z.string(),
  /** The internal_id of a public photo, shown next to the about text. Empty for none. */
  portrait: z.string(),
  social: z.array(z.object({ label: z.string(), url: z.string() })),
});
export type Site = z.infer<typeof Site>;

export const getSite = endpoint({
  method: "GET",
  path: "/site",
  summary: "The site's texts, and the portrait if one is set",
  response: z.object({ data: Site, portrait: Photo.nullable() }),
});
