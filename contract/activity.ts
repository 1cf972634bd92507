import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { ACTIVITY_PAGE_MAX } from "./limits.ts";
import { Id } from "./text.ts";

/** What is recorded, by the kind that the list can be filtered by. */
export const ACTIVITY_ACTIONS = {
  "sign-ins": ["sign-in", "sign-in-failed", "sign-out", "session-ended", "other-sessions-ended"],
  account: [
    ...(["set-up", "set-up-refused", "password-set", "admin-email-set", "admin-name-set"] as const),
    ...(["passkey-added", "passkey-removed", "token-added", "token-removed"] as const),
  ],
  rooms: ["room-created", "room-deleted", "room-unlock-failed"],
  uploads: ["photos-uploaded", "file-replaced", "file-reverted", "inbox-taken", "inbox-refused"],
  visibility: ["visibility-changed", "sequence-published", "draft-linked", "draft-links-ended"],
  deletions: [
    "photos-trashed",
    "photos-restored",
    "photo-deleted",
    "trash-emptied",
    "album-deleted",
    "page-deleted",
    "messages-deleted",
  ],
  downloads: ["original-downloaded", "collection-downloaded", "library-exported", "backup"],
  settings: ["settings-changed", "batch-started", "trash-retention-set", "visitor-data-set"],
} as const satisfies Record<string, readonly string[]>;

export type ActivityKind = keyof typeof ACTIVITY_ACTIONS;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[ActivityKind][number];

// The keys of the object above.
export const ACTIVITY_KINDS = Object.keys(ACTIVITY_ACTIONS) as [ActivityKind, ...ActivityKind[]];

export const ActivityEvent = z.object({
  id: Id,
  occurred_on: z.string(),
  action: z.string(),
  /** The email address of the person who did it. Null for a command on the server and where no one is signed in. */
  actor: z.string().nullable(),
  address: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type ActivityEvent = z.infer<typeof ActivityEvent>;

export const listActivity = endpoint({
  method: "GET",
  path: "/admin/audit",
  summary: "Who did what, from where and when, newest first",
  query: z.object({
    kind: z.enum(ACTIVITY_KINDS).optional(),
    limit: z.coerce.number().int().min(1).max(ACTIVITY_PAGE_MAX).default(50),
    cursor: Id.optional(),
  }),
  response: z.object({ events: z.array(ActivityEvent), next_cursor: Id.nullable() }),
});
