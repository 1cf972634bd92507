import { ROOM_EDGES_PX, type RoomEdge, TEXT_MAX_CHARS, WATERMARK_MAX_CHARS } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { Options } from "../../ui/Options.tsx";
import { CoverField, type CoverSource } from "./CoverField.tsx";

/** As texts: that is what a form keeps. */
export type ProofChoice = { watermark: string; max_px: string; welcome: string; cover: string };

type ProofFieldsProps = {
  chosen: ProofChoice;
  hasPassword: boolean;
  source: CoverSource;
  onChange: (change: Partial<ProofChoice>) => void;
};

/** What protects the pictures of a room, and what the page that asks for its password says. */
export function ProofFields({ chosen, hasPassword, source, onChange }: ProofFieldsProps) {
  const { watermark, max_px, welcome } = chosen;
  return (
    <>
      <label>
        Largest picture
        <select value={max_px} onChange={({ target }) => onChange({ max_px: target.value })}>
          <option value="">Full size</option>
          <Options entries={ROOM_EDGES_PX.map((edge) => [edge, `${edge.toLocaleString("en")} px`])} />
        </select>
      </label>
      <label>
        Watermark (optional)
        <input
          maxLength={WATERMARK_MAX_CHARS}
          value={watermark}
          placeholder="None"
          onChange={({ target }) => onChange({ watermark: target.value })}
        />
      </label>
      {hasPassword && (
        <label>
          Welcome, on the page that asks for the password (optional)
          <textarea
            rows={2}
            maxLength={TEXT_MAX_CHARS}
            value={welcome}
            onChange={({ target }) => onChange({ welcome: target.value })}
          />
        </label>
      )}
      {hasPassword && (
        <CoverField
          source={source}
          chosen={toCover(chosen)}
          onChange={(cover) => onChange({ cover: cover === null ? "" : String(cover) })}
        />
      )}
    </>
  );
}

export const proofsOf = ({ watermark, max_px, welcome, cover_photo_id }: Partial<ProofsGiven>): ProofChoice => ({
  watermark: watermark ?? "",
  max_px: max_px ? String(max_px) : "",
  welcome: welcome ?? "",
  cover: cover_photo_id ? String(cover_photo_id) : "",
});

type ProofsGiven = {
  watermark: string | null;
  max_px: RoomEdge | null;
  welcome: string;
  cover_photo_id: PhotoId | null;
};

// Written by `proofsOf` and by the choice of a photo.
const toCover = ({ cover }: ProofChoice) => (cover === "" ? null : (Number(cover) as PhotoId));

export const toProofs = (chosen: ProofChoice): ProofsGiven => ({
  watermark: chosen.watermark.trim() || null,
  max_px: ROOM_EDGES_PX.find((edge) => String(edge) === chosen.max_px) ?? null,
  welcome: chosen.welcome,
  cover_photo_id: toCover(chosen),
});
