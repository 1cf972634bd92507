import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  BULK_MAX_PHOTOS,
  PASSWORD_MAX_CHARS,
  ROOM_DOWNLOADS,
  ROOM_EDGES_PX,
  ROOM_PASSWORD_MIN_CHARS,
  ROOM_VOICES,
  TEXT_MAX_CHARS,
  TITLE_MAX_CHARS,
  WATERMARK_MAX_CHARS,
} from "./limits.ts";
import { AdminPhoto, PhotoId } from "./photos.ts";
import { EmailOrNone, PersonName, RoomSelection, RoomVoice, SelectionState, VoiceId } from "./room-marks.ts";
import { endOfDayOrMoment, Id, requiredText, Slug, storableText } from "./text.ts";

export const RoomId = Id.brand<"RoomId">().meta({ entity: "Room" });
export type RoomId = z.infer<typeof RoomId>;

const Download = z.enum(ROOM_DOWNLOADS);

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
  voices: z.enum(ROOM_VOICES),
  /** Its screens offer the five colours and the stars. */
  has_labels: z.boolean(),
  /** The long edge of the largest picture that it gives. */
  max_px: z.union(ROOM_EDGES_PX.map((edge) => z.literal(edge))).nullable(),
  /** Baked into every picture that it gives. */
  watermark: z.string().nullable(),
  /** What the page that asks for the password shows. */
  cover_photo_id: PhotoId.nullable(),
  welcome: z.string(),
  /** From 1. */
  round: z.number(),
  photo_count: z.number(),
  status: z.enum(["open", "expired", "closed"]),
  opened_count: z.number(),
  last_opened_on: z.string().nullable(),
  picks_count: z.number(),
  selection_state: SelectionState,
  /** A selection was sent and the owner has not opened it yet. */
  has_news: z.boolean(),
  /** Selections that were sent and not opened yet. */
  news_count: z.number(),
  created_on: z.string(),
  /** Tried with the password that it has now. */
  wrong_passwords: z.number(),
  last_wrong_password_on: z.string().nullable(),
});
export type Room = z.infer<typeof Room>;

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
  voices: Room.shape.voices,
  has_labels: z.boolean(),
  max_px: Room.shape.max_px,
  watermark: z
    .union([z.literal("").transform(() => null), z.null(), storableText(WATERMARK_MAX_CHARS)])
    .transform((text) => text?.trim() || null),
  cover_photo_id: PhotoId.nullable(),
  welcome: storableText(TEXT_MAX_CHARS),
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

/** `changed`: its file was replaced since the round before. */
const PhotoOfRound = AdminPhoto.extend({ changed: z.boolean() });
export type PhotoOfRound = z.infer<typeof PhotoOfRound>;

const Round = z.object({ number: z.number(), message: z.string(), started_on: z.string() });

/** `name` is empty where everyone who has the link is one voice. */
const Delivery = z.object({
  name: z.string(),
  size: z.string(),
  photo_count: z.number(),
  started_on: z.string(),
  /** Null: it broke off, or is still under way. */
  finished_on: z.string().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

export const getRoom = endpoint({
  method: "GET",
  path: "/admin/rooms/:id",
  summary: "One viewing room with its photos and what its voices marked, in the current round or in an earlier one",
  params: room,
  query: z.object({ round: Id.optional() }),
  response: z.object({
    room: Room,
    photos: z.array(PhotoOfRound),
    /** Of all voices together. */
    selection: RoomSelection,
    voices: z.array(RoomVoice),
    /** Those after the first. */
    rounds: z.array(Round),
    /** The newest first. */
    downloads: z.array(Delivery),
  }),
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
  summary: "Let one voice, or all of them, change a selection that was sent",
  params: room,
  body: z.object({ voice_id: VoiceId.optional() }),
  response: z.object({ room: Room }),
});

export const startRound = endpoint({
  method: "POST",
  path: "/admin/rooms/:id/rounds",
  summary: "Start the next round with these photos, else with those that anyone picked; the marks so far are closed",
  params: room,
  body: z.object({
    photo_ids: z.array(PhotoId).min(1, "Choose photos").max(BULK_MAX_PHOTOS).optional(),
    message: storableText(TEXT_MAX_CHARS).default(""),
  }),
  response: z.object({ room: Room }),
});

export const inviteVoice = endpoint({
  method: "POST",
  path: "/admin/rooms/:id/voices",
  summary: "Make a link for one person, who then need not give a name",
  params: room,
  body: z.object({ name: PersonName, email: EmailOrNone }),
  response: z.object({ voice: RoomVoice }),
  status: 201,
});

export const deleteVoice = endpoint({
  method: "DELETE",
  path: "/admin/rooms/:id/voices/:voiceId",
  summary: "Delete a voice and all its marks; its link opens the room without a name",
  params: room.extend({ voiceId: VoiceId }),
  response: z.object({}),
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
  summary: "A row for each photo and voice, by the names that the camera gave the photos",
  params: room,
  response: z.string(),
  file: "text/csv",
});

export const getSelectionSidecars = endpoint({
  method: "GET",
  path: "/admin/rooms/:id/selection.zip",
  summary: "An XMP sidecar per marked photo, with a label and a rating",
  params: room,
  response: z.string(),
  file: "application/zip",
});
