import type { RoomVoice, VoicePick } from "../../../contract/room-marks.ts";
import { MarkCell } from "./MarkCell.tsx";
import styles from "./Rooms.module.css";

type PhotoInRoomProps = { number: number; picks: readonly (VoicePick | undefined)[]; voices: readonly RoomVoice[] };

/** In the panel of one photo: what each voice said about it. */
export function PhotoInRoom({ number, picks, voices }: PhotoInRoomProps) {
  const said = voices.flatMap((voice, index) => {
    const pick = picks[index];
    return pick ? [{ voice, pick }] : [];
  });
  return (
    <section className={styles.inRoom} aria-label="In this room">
      <h3>Photo {number} in this room</h3>
      {said.length === 0 && <p>Nobody has marked it yet.</p>}
      {said.map(({ voice, pick }) => (
        <div key={voice.id}>
          <strong>{voice.name || "The client"}</strong>
          <MarkCell pick={pick} />
        </div>
      ))}
    </section>
  );
}
