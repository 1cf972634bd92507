import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const getVersion = endpoint({
  method: "GET",
  path: "/admin/version",
  summary: "The version that runs, and a newer one if the feed of UPDATE_FEED names one",
  response: z.object({
    version: z.string(),
    /** That it was built from, or that of the clone; null where neither is known. */
    commit: z.string().nullable(),
    /** `url` is the page about it. */
    newer: z.object({ version: z.string(), url: z.url({ protocol: /^https?$/ }) }).nullable(),
    /** When the feed last responded; null without one. */
    checked_at: z.string().nullable(),
  }),
});

export const listChanges = endpoint({
  method: "GET",
  path: "/admin/changes",
  summary: "What is new in each version, newest first",
  response: z.object({ versions: z.array(z.object({ name: z.string(), changes: z.array(z.string()) })) }),
});
