import type { VoicePick } from "../../../contract/room-marks.ts";
import styles from "./RoomMatrix.module.css";

const VERDICTS = { approved: "Approved", changes: "Changes" };

/** What one voice said about one photo. */
export function MarkCell({ pick: { picked, rating, label, verdict, comment, pins } }: { pick: VoicePick }) {
  return (
    <div className={styles.mark}>
      <span>
        {picked && (
          <span className={styles.heart} role="img" aria-label="Chosen">
            ♥
          </span>
        )}
        {rating > 0 && (
          <span role="img" aria-label={`${rating} of 5 stars`}>
            {"★".repeat(rating)}
          </span>
        )}
        {label !== null && <span className={styles.label} data-label={label} role="img" aria-label={label} />}
        {verdict !== null && <span data-verdict={verdict}>{VERDICTS[verdict]}</span>}
      </span>
      {comment !== "" && <p>{comment}</p>}
      {pins.map(({ id, text }) => (
        <p key={id}>• {text}</p>
      ))}
    </div>
  );
}
