import { z } from "zod";
import { ActivityEvent } from "./activity.ts";
import { endpoint } from "./endpoint.ts";

export const getInbox = endpoint({
  method: "GET",
  path: "/admin/inbox",
  summary: "The folder that photos are taken from, and what came and was refused lately",
  response: z.object({
    /** On the server. Null: none is set up. */
    folder: z.string().nullable(),
    /** Why files wait in it, or in one of its folders. */
    problem: z.string().nullable(),
    /** The newest first. */
    events: z.array(ActivityEvent),
  }),
});
