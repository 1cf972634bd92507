import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** The checklist of a new owner. A step is done as soon as the library or the site's settings show it. */
export const FirstSteps = z.object({
  /** Until the owner dismisses them. Libraries that are older than the checklist never show it. */
  shown: z.boolean(),
  site_named: z.boolean(),
  album_created: z.boolean(),
  photo_added: z.boolean(),
  about_written: z.boolean(),
  site_viewed: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

export const getFirstSteps = endpoint({
  method: "GET",
  path: "/admin/first-steps",
  summary: "The checklist of a new owner",
  response: z.object({ first_steps: FirstSteps }),
});

export const updateFirstSteps = endpoint({
  method: "PUT",
  path: "/admin/first-steps",
  summary: "Dismiss the checklist or bring it back, or record that the owner has looked at the site",
  body: z.object({ shown: z.boolean(), site_viewed: z.literal(true) }).partial(),
  response: z.object({ first_steps: FirstSteps }),
});
