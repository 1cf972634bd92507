import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { VISITOR_DATA_DAYS } from "./limits.ts";

const Days = z.literal(VISITOR_DATA_DAYS);
/** Nothing is deleted before `starts_at`, which is null while it is off. */
const Retention = z.object({ days: Days, starts_at: z.string().nullable() });

export const VisitorData = z.object({
  /** From when they arrived. 0: until the owner deletes them. */
  messages: Retention,
  /** From when a room has ended: its last day has passed, or it was closed. With what clients chose and wrote in it. */
  rooms: Retention,
});
export type VisitorData = z.infer<typeof VisitorData>;

export const getVisitorData = endpoint({
  method: "GET",
  path: "/admin/visitor-data",
  summary: "How long messages and viewing rooms are kept",
  response: z.object({ visitor_data: VisitorData }),
});

export const changeVisitorData = endpoint({
  method: "PUT",
  path: "/admin/visitor-data",
  summary: "Delete messages some days after they arrived, and viewing rooms some days after they have ended, or never",
  body: z.object({ messages: Days, rooms: Days }).partial(),
  response: z.object({ visitor_data: VisitorData }),
});
