import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  BULK_MAX_PHOTOS,
  PASSWORD_MAX_CHARS,
  ROOM_DOWNLOADS,
  ROOM_NAME_MAX_CHARS,
  ROOM_PASSWORD_MIN_CHARS,
  TEXT_MAX_CHARS,
  TITLE_MAX_CHARS,
} from "./limits.ts";
import { AdminPhoto, ImageUrls, Photo, PhotoId } from "./photos.ts";
import { Panel } from "./sequences.ts";
import { endOfDayOrMoment, Id, QueryFlag, requiredText, Slug, storableText } from "./text.ts";

export const RoomId = Id.brand<"RoomId">().meta({ entity: "Room" });
export type RoomId = z.infer<typeof RoomId>;

const Download = z.enum(ROOM_DOWNLOADS);
const SelectionState = z.enum(["none", "open", "sent"]);

/** A viewing room as the owner sees it. */
export const Room = z.object({
  id: RoomId,
  title: z.string(),
  message: z.string(),
  /** Null after a restore without the key file: the link still works, but can no longer be read. */
  url: z.string().nullable(),
  /** The album it was made from, if that still exists. */
  album_slug: z.string().nullable(),
  has_password: z.boolean(),
  expires_on: z.string().nullable(),
  download: Download,
  selection: z.boolean(),
  selection_limit: z.number().nullable(),
  photo_count: z.number(),
  status: z.enum(["open", "expired", "closed"]),
  opened_count: z.number(),
  last_opened_on: z.string().nullable(),
  picks_count: z.number(),
  selection_state: SelectionState,
  /** A selection was sent and the owner has not opened it yet. */
  has_news: z.boolean(),
  created_on: z.string(),
  /** Tried with the password that it has now. */
  wrong_passwords: z.number(),
  last_wrong_password_on: z.string().nullable(),
});
export type Room = z.infer<typeof Room>;

/** `filename` is that of the first file, by which the photographer finds it, also after a replacement. */
const Pick = z.object({ photo_id: PhotoId, filename: z.string(), comment: z.string() });

/** What the client chose, as the owner sees it. */
export const RoomSelection = z.object({
  state: SelectionState,
  name: z.string(),
  email: z.string(),
  message: z.string(),
  sent_on: z.string().nullable(),
  picks: z.array(Pick),
  /** Comments on photos that were not chosen. */
  other_comments: z.array(Pick),
});
export type RoomSelection = z.infer<typeof RoomSelection>;

const Password = z.union([
  z.literal("").transform(() => null),
  z.null(),
  storableText(PASSWORD_MAX_CHARS).min(ROOM_PASSWORD_MIN_CHARS, `Use at least ${ROOM_PASSWORD_MIN_CHARS} characters`),
]);

const RoomFields = z.object({
  title: requiredText(TITLE_MAX_CHARS, "Enter a title"),
  message: storableText(TEXT_MAX_CHARS),
  album_slug: Slug,
  photo_ids: z.array(PhotoId).max(BULK_MAX_PHOTOS),
  password: Password,
  /** A day means until its end, in UTC. */
  expires_on: endOfDayOrMoment.nullable(),
  download: Download,
  selection: z.boolean(),
  /** Null: as many as the client likes. */
  selection_limit: z.number().int().min(1).max(BULK_MAX_PHOTOS).nullable(),
});

export const createRoom = endpoint({
  method: "POST",
  path: "/admin/rooms",
  summary: "Make a viewing room from an album, from photos, or from both",
  body: RoomFields.partial()
    .extend({ title: RoomFields.shape.title, download: Download.default("none") })
    .refine(({ album_slug, photo_ids }) => album_slug !== undefined || photo_ids !== undefined, {
      path: ["photo_ids"],
      message: "Choose an album or photos",
    }),
  response: z.object({ room: Room }),
  status: 201,
});

export const listRooms = endpoint({
  method: "GET",
  path: "/admin/rooms",
  summary: "Every viewing room, newest first",
  response: z.object({ rooms: z.array(Room) }),
});

const room = z.object({ id: RoomId });

export const getRoom = endpoint({
  method: "GET",
  path: "/admin/rooms/:id",
  summary: "One viewing room with its photos and what the client chose",
  params: room,
  response: z.object({ room: Room, photos: z.array(AdminPhoto), selection: RoomSelection }),
});

export const updateRoom = endpoint({
  method: "PUT",
  path: "/admin/rooms/:id",
  summary: "Change a viewing room; a new password ends every grant given before",
  params: room,
  body: RoomFields.extend({
    closed: z.boolean(),
    /** The owner has opened the selection. */
    seen: z.literal(true),
    /** Gives the room another link; the old one stops working. */
    new_link: z.literal(true),
  }).partial(),
  response: z.object({ room: Room }),
});

export const reopenSelection = endpoint({
  method: "POST",
  path: "/admin/rooms/:id/reopen",
  summary: "Let the client change a selection that was sent",
  params: room,
  response: z.object({ room: Room }),
});

export const deleteRoom = endpoint({
  method: "DELETE",
  path: "/admin/rooms/:id",
  summary: "Delete a viewing room; its photos stay in the library",
  params: room,
  response: z.object({}),
});

export const getSelectionTable = endpoint({
  method: "GET",
  path: "/admin/rooms/:id/selection.csv",
  summary: "The chosen photos by the names that the camera gave them, with comments",
  params: room,
  response: z.string(),
  file: "text/csv",
});

export const getSelectionSidecars = endpoint({
  method: "GET",
  path: "/admin/rooms/:id/selection.zip",
  summary: "An XMP sidecar per chosen photo, with a label and a rating",
  params: room,
  response: z.string(),
  file: "application/zip",
});

/** A photo in a room. Its URLs are the room's own. */
const RoomPhoto = Photo.extend({
  image_urls: ImageUrls.partial({ original: true }),
  images: z.object({ thumbnail: z.string(), original: z.string().optional() }),
});
export type RoomPhoto = z.infer<typeof RoomPhoto>;

/** A room as its visitors see it. */
export const VisitedRoom = Room.pick({
  title: true,
  message: true,
  has_password: true,
  expires_on: true,
  download: true,
  selection: true,
  selection_limit: true,
  photo_count: true,
});
export type VisitedRoom = z.infer<typeof VisitedRoom>;

const VisitorPick = z.object({ photo_id: PhotoId, picked: z.boolean(), comment: z.string() });

/** What has been chosen so far, by everyone who has the link. */
export const VisitorSelection = z.object({
  state: SelectionState,
  limit: z.number().nullable(),
  picks_count: z.number(),
  /** The photos that are chosen or commented on. */
  picks: z.array(VisitorPick),
  name: z.string(),
  sent_on: z.string().nullable(),
});
export type VisitorSelection = z.infer<typeof VisitorSelection>;

/** The secret part of a room's link. Anything else is treated like an unknown one. */
const visit = z.object({ token: z.string() });
const selection = z.object({ selection: VisitorSelection });

export const getVisitedRoom = endpoint({
  method: "GET",
  path: "/s/:token/data",
  isOutsideApi: true,
  summary: "A room as JSON, with its photos and what has been chosen",
  params: visit,
  response: z.object({
    data: z.object({
      room: VisitedRoom,
      photos: z.array(RoomPhoto),
      panels: z.array(Panel),
      selection: VisitorSelection,
    }),
  }),
});

export const getVisitorSelection = endpoint({
  method: "GET",
  path: "/s/:token/selection",
  isOutsideApi: true,
  summary: "What has been chosen so far; pages ask every few seconds",
  params: visit,
  response: selection,
});

export const unlockRoom = endpoint({
  method: "POST",
  path: "/s/:token/unlock",
  isOutsideApi: true,
  summary: "Get the cookie that opens a room with a password; also as a form",
  params: visit,
  body: z.object({ password: z.string({ error: "Enter the password" }).max(PASSWORD_MAX_CHARS) }),
  response: z.object({}),
});

export const pickPhoto = endpoint({
  method: "PUT",
  path: "/s/:token/picks/:photoId",
  isOutsideApi: true,
  summary: "Choose a photo or take it back, comment on it, or both; a field that is left out stays as it is",
  params: visit.extend({ photoId: PhotoId }),
  body: z
    .object({
      picked: z.boolean(),
      comment: storableText(TEXT_MAX_CHARS),
      /** What the comment was written over. If someone else has written since, both texts are kept. */
      comment_before: storableText(TEXT_MAX_CHARS),
    })
    .partial()
    .refine(({ picked, comment }) => picked !== undefined || comment !== undefined, "Send what to change"),
  response: selection,
});

/** The same from a form, for browsers without JavaScript. A field that is missing keeps its value. */
export const PickForm = z.object({
  picked: QueryFlag.optional(),
  comment: storableText(TEXT_MAX_CHARS).optional(),
  /** Where the form is, and so where the response leads. */
  from: z.literal("strip").optional(),
});

export const sendSelection = endpoint({
  method: "POST",
  path: "/s/:token/send",
  isOutsideApi: true,
  summary: "Send the selection to the owner; it cannot be changed until the owner reopens it",
  params: visit,
  body: z.object({
    name: requiredText(ROOM_NAME_MAX_CHARS, "Enter your name"),
    email: z.union([z.literal(""), z.email("Enter an email address, or leave it empty").max(320)]).default(""),
    message: storableText(TEXT_MAX_CHARS).default(""),
  }),
  response: selection,
});

export const downloadRoom = endpoint({
  method: "GET",
  path: "/s/:token/download",
  isOutsideApi: true,
  summary: "All photos, or the chosen ones, as one ZIP",
  params: visit,
  query: z.object({ size: z.enum(["large", "original"]).optional(), picks: QueryFlag.optional() }),
  response: z.string(),
  file: "application/zip",
});
