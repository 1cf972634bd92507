import { ROOM_EDGES_PX, type RoomEdge, TEXT_MAX_CHARS, WATERMARK_MAX_CHARS } from "../../../contract/limits.ts";

export type ProofChoice = { watermark: string; max_px: string; welcome: string };

type ProofFieldsProps = { chosen: ProofChoice; hasPassword: boolean; onChange: (change: Partial<ProofChoice>) => void };

/** What protects the pictures of a room, and what the page that asks for its password says. */
export function ProofFields({ chosen: { watermark, max_px, welcome }, hasPassword, onChange }: ProofFieldsProps) {
  return (
    <>
      <label>
        Largest picture
        <select value={max_px} onChange={({ target }) => onChange({ max_px: target.value })}>
          <option value="">As large as it is</option>
          {ROOM_EDGES_PX.map((edge) => (
            <option key={edge} value={edge}>
              {edge.toLocaleString("en")} px
            </option>
          ))}
        </select>
      </label>
      <label>
        Watermark (optional)
        <input
          maxLength={WATERMARK_MAX_CHARS}
          value={watermark}
          placeholder="None: the pictures are clean"
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
    </>
  );
}

export const proofsOf = ({ watermark, max_px, welcome }: Partial<ProofsGiven>): ProofChoice => ({
  watermark: watermark ?? "",
  max_px: max_px ? String(max_px) : "",
  welcome: welcome ?? "",
});

type ProofsGiven = { watermark: string | null; max_px: RoomEdge | null; welcome: string };

export const toProofs = ({ watermark, max_px, welcome }: ProofChoice): ProofsGiven => ({
  watermark: watermark.trim() || null,
  max_px: ROOM_EDGES_PX.find((edge) => String(edge) === max_px) ?? null,
  welcome,
});
