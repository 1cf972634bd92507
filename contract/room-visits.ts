import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { DELIVERY_SIZES, PASSWORD_MAX_CHARS, TEXT_MAX_CHARS } from "./limits.ts";
import { ImageUrls, Photo, PhotoId } from "./photos.ts";
import { EmailOrNone, MarkFields, NewPin, PersonName, PinId, VisitorSelection } from "./room-marks.ts";
import { Room } from "./rooms.ts";
import { Panel } from "./sequences.ts";
import { QueryFlag, storableText } from "./text.ts";

/** A photo in a room. Its URLs are the room's own. */
const RoomPhoto = Photo.extend({
  image_urls: ImageUrls.partial({ original: true }),
  images: z.object({ thumbnail: z.string(), original: z.string().optional() }),
  /** Its file was replaced since the round before. */
  changed: z.boolean(),
  /** Where `changed`: what it was before, if that file is still kept. */
  before: z.object({ medium: z.string(), large: z.string() }).nullable(),
});
export type RoomPhoto = z.infer<typeof RoomPhoto>;

/** A room as its visitors see it. */
export const VisitedRoom = Room.pick({
  title: true,
  /** In a round after the first, what the owner wrote for it. */
  message: true,
  has_password: true,
  expires_on: true,
  download: true,
  selection: true,
  selection_limit: true,
  voices: true,
  has_labels: true,
  max_px: true,
  watermark: true,
  round: true,
  photo_count: true,
});
export type VisitedRoom = z.infer<typeof VisitedRoom>;

/** Who marks photos here. Null in a shared room, and until a visitor has given a name. */
const VisitingVoice = z.object({ name: z.string() }).nullable();

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
      voice: VisitingVoice,
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

export const enterRoom = endpoint({
  method: "POST",
  path: "/s/:token/enter",
  isOutsideApi: true,
  summary: "Become a voice of a room where each has a name: a cookie for this room; again to change the name",
  params: visit,
  body: z.object({ name: PersonName, email: EmailOrNone }),
  response: z.object({ voice: VisitingVoice, selection: VisitorSelection }),
});

/** Where a form of a room is, and so where the response leads. */
const FormPlace = z.enum(["strip", "grid"]);

/** What a form adds: the photo whose heart asked for the name. */
export const EnterForm = z.object({
  photo_id: PhotoId.optional().catch(undefined),
  from: FormPlace.optional().catch(undefined),
});

export const pickPhoto = endpoint({
  method: "PUT",
  path: "/s/:token/picks/:photoId",
  isOutsideApi: true,
  summary: "Mark a photo: heart, comment, label, stars or verdict; a field that is left out stays as it is",
  params: visit.extend({ photoId: PhotoId }),
  body: MarkFields.extend({
    /** What the comment was written over. If someone else has written since, both texts are kept. */
    comment_before: storableText(TEXT_MAX_CHARS),
  })
    .partial()
    .refine(({ comment_before: _, ...fields }) => Object.keys(fields).length > 0, "Send what to change"),
  response: selection,
});

export const addPin = endpoint({
  method: "POST",
  path: "/s/:token/picks/:photoId/pins",
  isOutsideApi: true,
  summary: "Mark a place on a photo, with a comment",
  params: visit.extend({ photoId: PhotoId }),
  body: NewPin,
  response: selection,
  status: 201,
});

export const deletePin = endpoint({
  method: "DELETE",
  path: "/s/:token/picks/:photoId/pins/:pinId",
  isOutsideApi: true,
  summary: "Remove a pin",
  params: visit.extend({ photoId: PhotoId, pinId: PinId }),
  response: selection,
});

/** A form's way to say "none". */
const emptyAsNull = <T extends z.ZodType>(schema: T) => z.union([z.literal("").transform(() => null), schema]);

/** The same from a form, for browsers without JavaScript. A field that is missing keeps its value. */
export const PickForm = z.object({
  picked: QueryFlag.optional(),
  comment: storableText(TEXT_MAX_CHARS).optional(),
  label: emptyAsNull(MarkFields.shape.label).optional(),
  rating: z.coerce.number().pipe(MarkFields.shape.rating).optional(),
  verdict: emptyAsNull(MarkFields.shape.verdict).optional(),
  from: FormPlace.optional(),
});

export const sendSelection = endpoint({
  method: "POST",
  path: "/s/:token/send",
  isOutsideApi: true,
  summary: "Send the selection to the owner; it cannot be changed until the owner reopens it",
  params: visit,
  body: z.object({
    /** Where each voice has a name, that one counts. */
    name: PersonName,
    email: EmailOrNone,
    message: storableText(TEXT_MAX_CHARS).default(""),
  }),
  response: selection,
});

export const downloadRoom = endpoint({
  method: "GET",
  path: "/s/:token/download",
  isOutsideApi: true,
  summary: "All photos, or the chosen ones, as one ZIP; one photo as a file",
  params: visit,
  query: z.object({
    size: z.enum(DELIVERY_SIZES).optional(),
    picks: QueryFlag.optional(),
    photo_id: PhotoId.optional(),
  }),
  response: z.string(),
  file: "application/zip",
});
