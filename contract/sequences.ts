import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { BULK_MAX_PHOTOS, PANEL_BODY_MAX_CHARS, PANEL_HEADING_MAX_CHARS, TITLE_MAX_CHARS } from "./limits.ts";
import { PhotoId } from "./photos.ts";
import { Id, requiredText, Slug, storableText } from "./text.ts";

/** Side by side at the same height; `gap` is in pixels. */
const PhotosPanel = z.object({
  kind: z.literal("photos"),
  photo_ids: z.array(PhotoId).min(1).max(3),
  gap: z.union([z.literal(0), z.literal(10)]).default(10),
});
/** Empty paper, half a screen or a screen wide. */
const PausePanel = z.object({ kind: z.literal("pause"), width: z.enum(["half", "full"]) });
const TextPanel = z
  .object({
    kind: z.literal("text"),
    heading: storableText(PANEL_HEADING_MAX_CHARS).default(""),
    body: storableText(PANEL_BODY_MAX_CHARS).default(""),
  })
  .refine(({ heading, body }) => `${heading}${body}`.trim() !== "", "Write a heading or a text");

export const Panel = z.discriminatedUnion("kind", [PhotosPanel, PausePanel, TextPanel]);
export type Panel = z.infer<typeof Panel>;
export type PhotosPanel = z.infer<typeof PhotosPanel>;
export type PausePanel = z.infer<typeof PausePanel>;
export type TextPanel = z.infer<typeof TextPanel>;

/** One version of an album's line. An album that nobody sequenced has one, with a panel for each photo. */
export const Sequence = z.object({
  /** Counted within the album. */
  version_id: Id,
  name: z.string(),
  /** Visitors see it, and its order is the album's. */
  current: z.boolean(),
  /** Increases with each change of the line, also when a photo comes or goes. */
  revision: z.number(),
  panels: z.array(Panel),
});
export type Sequence = z.infer<typeof Sequence>;

export const SequenceName = requiredText(TITLE_MAX_CHARS, "Enter a name");

const SequenceVersion = z.object({
  id: Id,
  name: z.string(),
  current: z.boolean(),
  panel_count: z.number(),
  /** Null where nobody has sequenced the album. */
  changed_on: z.string().nullable(),
});
export type SequenceVersion = z.infer<typeof SequenceVersion>;

const album = z.object({ slug: Slug });
const version = album.extend({ id: Id });
const response = z.object({ sequence: Sequence });

export const getSequence = endpoint({
  method: "GET",
  path: "/admin/albums/:slug/sequence",
  scope: "read",
  summary: "A version of an album's line, the current one by default, and the list of versions",
  params: album,
  query: z.object({ version: Id.optional() }),
  response: response.extend({ versions: z.array(SequenceVersion) }),
});

export const saveSequence = endpoint({
  method: "PUT",
  path: "/admin/albums/:slug/sequence",
  scope: "publish",
  summary: "Arrange a version; its panels must name each photo of the album exactly once",
  params: album,
  body: z.object({
    version_id: Id,
    revision: z.number().int().min(0),
    panels: z.array(Panel).max(2 * BULK_MAX_PHOTOS),
  }),
  response,
});

export const createVersion = endpoint({
  method: "POST",
  path: "/admin/albums/:slug/versions",
  summary: "Copy a version, the current one by default; the copy is not current",
  params: album,
  body: z.object({ name: SequenceName, from: Id.optional() }),
  response,
  status: 201,
});

export const renameVersion = endpoint({
  method: "PUT",
  path: "/admin/albums/:slug/versions/:id",
  summary: "Rename a version",
  params: version,
  body: z.object({ name: SequenceName }),
  response,
});

export const publishVersion = endpoint({
  method: "POST",
  path: "/admin/albums/:slug/versions/:id/publish",
  summary: "Make a version the current one, which visitors see",
  params: version,
  response,
});

export const previewVersion = endpoint({
  method: "POST",
  path: "/admin/albums/:slug/versions/:id/preview",
  summary: "An unlisted address that shows the version as visitors would see it, for an hour",
  params: version,
  response: z.object({ url: z.string(), expires_on: z.string() }),
});

export const deleteVersion = endpoint({
  method: "DELETE",
  path: "/admin/albums/:slug/versions/:id",
  summary: "Delete a version that is not the current one",
  params: version,
  response: z.object({}),
});
