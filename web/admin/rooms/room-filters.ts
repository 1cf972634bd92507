import type { PhotoId } from "../../../contract/photos.ts";
import type { RoomVoice, VoicePick } from "../../../contract/room-marks.ts";

export type RoomFilter = "all" | "anyone" | "agree" | "disputed" | "nobody";
export type RoomOrder = "room" | "hearts" | "stars";

export const FILTERS: Record<RoomFilter, string> = {
  all: "All",
  anyone: "Anyone",
  agree: "All agree",
  disputed: "Disputed",
  nobody: "Nobody",
};
export const ORDERS: Record<RoomOrder, string> = { room: "As in the room", hearts: "Most hearts", stars: "Most stars" };

/** The marks of each photo, in the order of the voices. */
export type Marks = Map<PhotoId, (VoicePick | undefined)[]>;

export function marksOf(photos: readonly { id: PhotoId }[], voices: readonly RoomVoice[]): Marks {
  const byVoice = voices.map(({ picks }) => new Map(picks.map((pick) => [pick.photo_id, pick])));
  return new Map(photos.map(({ id }) => [id, byVoice.map((picks) => picks.get(id))]));
}

/** In a round after the first, an approval is what a heart is in the first. */
const isFor = (pick: VoicePick | undefined) => pick?.picked === true || pick?.verdict === "approved";

/** Voices that have marked nothing at all have no say yet. */
export function shownIds(
  marks: Marks,
  voices: readonly RoomVoice[],
  { filter, order }: { filter: RoomFilter; order: RoomOrder },
): PhotoId[] {
  const hasSpoken = voices.map(({ picks }) => picks.length > 0);
  const speakers = hasSpoken.filter(Boolean).length;
  const votes = (id: PhotoId) => (marks.get(id) ?? []).filter(isFor).length;
  const stars = (id: PhotoId) => (marks.get(id) ?? []).reduce((sum, pick) => sum + (pick?.rating ?? 0), 0);
  const isShown = (id: PhotoId) => {
    const count = votes(id);
    switch (filter) {
      case "all":
        return true;
      case "anyone":
        return count > 0;
      case "agree":
        return count > 0 && count === speakers;
      case "disputed":
        return count > 0 && count < speakers;
      case "nobody":
        return count === 0;
    }
  };
  const ids = [...marks.keys()].filter(isShown);
  if (order === "hearts") return ids.sort((a, b) => votes(b) - votes(a));
  return order === "stars" ? ids.sort((a, b) => stars(b) - stars(a)) : ids;
}
