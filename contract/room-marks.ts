import { z } from "zod";
import { MARK_LABELS, RATING_MAX, ROOM_NAME_MAX_CHARS, SELECTION_STATES, TEXT_MAX_CHARS, VERDICTS } from "./limits.ts";
import { PhotoId } from "./photos.ts";
import { Id, requiredText, storableText } from "./text.ts";

export const VoiceId = Id.brand<"VoiceId">().meta({ entity: "Voice" });
export type VoiceId = z.infer<typeof VoiceId>;

export const SelectionState = z.enum(SELECTION_STATES);

export const PersonName = requiredText(ROOM_NAME_MAX_CHARS, "Enter your name");
export const EmailOrNone = z
  .union([z.literal(""), z.email("Enter an email address, or leave it empty").max(320)])
  .default("");

/** A form sends it as text. */
const Share = z.coerce.number<number | string>().min(0).max(1);

/** A place on a photograph, as shares of its width and height, and what is to be done there. */
export const NewPin = z.object({ x: Share, y: Share, text: requiredText(TEXT_MAX_CHARS, "Write what this is about") });
export const PinId = Id.brand<"PinId">();
export type PinId = z.infer<typeof PinId>;
const Pin = NewPin.extend({ id: PinId });
export type Pin = z.infer<typeof Pin>;

/** What one voice says about a photo. What is left out of a change stays as it is. */
export const MarkFields = z.object({
  picked: z.boolean(),
  comment: storableText(TEXT_MAX_CHARS),
  label: z.enum(MARK_LABELS).nullable(),
  rating: z.number().int().min(0).max(RATING_MAX),
  /** Its answer in a round after the first. */
  verdict: z.enum(VERDICTS).nullable(),
});

const VoicePick = MarkFields.extend({ photo_id: PhotoId, pins: z.array(Pin) });
export type VoicePick = z.infer<typeof VoicePick>;

/** One of those who mark photos. In a shared room, everyone who has the link is one. */
export const RoomVoice = z.object({
  id: VoiceId,
  name: z.string(),
  email: z.string(),
  /** Opens the room under this name. Null in a shared room, and after a restore without the key file. */
  url: z.string().nullable(),
  state: SelectionState,
  sent_on: z.string().nullable(),
  message: z.string(),
  picks: z.array(VoicePick),
});
export type RoomVoice = z.infer<typeof RoomVoice>;

/** `filename` is that of the first file, by which the photographer finds it, also after a replacement. */
const Pick = z.object({ photo_id: PhotoId, filename: z.string(), comment: z.string() });

/** What all voices chose together, as the owner sees it. */
export const RoomSelection = z.object({
  /** `sent` once every voice has sent. */
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

/** What this visitor's voice has marked so far: in a shared room, what everyone who has the link has. */
export const VisitorSelection = z.object({
  state: SelectionState,
  limit: z.number().nullable(),
  picks_count: z.number(),
  /** The photos that are marked in any way. */
  picks: z.array(VoicePick),
  name: z.string(),
  sent_on: z.string().nullable(),
  /** Marks of an earlier one are closed. */
  round: z.number(),
});
export type VisitorSelection = z.infer<typeof VisitorSelection>;
