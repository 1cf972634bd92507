import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const getVersion = endpoint({
  method: "GET",
  path: "/admin/version",
  summary: "The version that runs",
  response: z.object({
    version: z.string(),
    /** That it was built from, or that of the clone; null where neither is known. */
    commit: z.string().nullable(),
  }),
});
