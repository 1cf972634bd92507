import type { PhotoId } from "../../../contract/photos.ts";
import type { RoomVoice, VoicePick } from "../../../contract/room-marks.ts";
import { ChosenIcon, CommentIcon, DraftIcon } from "../../ui/icons.tsx";
import type { TileNote } from "../photo-grid/tile-notes.ts";
import type { Marks } from "./room-filters.ts";

/** For the corner of each photo: its number, and what the voices said in a word. Never the owner's own marks. */
export function tileNotesOf(marks: Marks, voices: readonly RoomVoice[]): Map<PhotoId, TileNote> {
  const namesOf = (picks: (VoicePick | undefined)[], isMeant: (pick: VoicePick) => boolean) =>
    voices.flatMap(({ name }, index) => {
      const pick = picks[index];
      return pick && isMeant(pick) ? [name] : [];
    });
  return new Map(
    [...marks].map(([id, picks], index) => {
      const chosen = namesOf(picks, ({ picked, verdict }) => picked || verdict === "approved");
      const changes = namesOf(picks, ({ verdict }) => verdict === "changes");
      const comments = picks.flatMap((pick) => [pick?.comment, ...(pick?.pins ?? []).map(({ text }) => text)]);
      const texts = comments.filter((text) => text !== undefined && text !== "");
      return [
        id,
        {
          number: index + 1,
          states: [
            ...(chosen.length > 0 ? [{ label: byWhom("Chosen", chosen), icon: <ChosenIcon /> }] : []),
            ...(changes.length > 0 ? [{ label: byWhom("Changes asked for", changes), icon: <DraftIcon /> }] : []),
            ...(texts.length > 0 ? [{ label: `Comment: ${texts.join(" · ")}`, icon: <CommentIcon /> }] : []),
          ],
        },
      ];
    }),
  );
}

/** In a shared room nobody has a name. */
const byWhom = (what: string, names: string[]) =>
  names.some((name) => name !== "") ? `${what} by ${names.join(", ")}` : `${what} by the client`;
