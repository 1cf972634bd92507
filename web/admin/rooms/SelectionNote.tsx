import type { PhotoId } from "../../../contract/photos.ts";
import type { RoomSelection } from "../../../contract/room-marks.ts";
import type { Room } from "../../../contract/rooms.ts";
import { formatDate } from "../../ui/format-date.ts";
import styles from "./Rooms.module.css";

type SelectionNoteProps = {
  room: Room;
  selection: RoomSelection;
  total: number;
  /** By which clients know the photo. */
  numberOf: (id: PhotoId) => number | undefined;
  isChosenOnly: boolean;
  onChosenOnly: (isChosenOnly: boolean) => void;
};

/** Who sent the selection and what they wrote, and the switch between what was chosen and everything. */
export function SelectionNote({ room, selection, total, numberOf, isChosenOnly, onChosenOnly }: SelectionNoteProps) {
  if (selection.state === "none") return null;
  const { picks, other_comments, name, email, message, sent_on } = selection;
  const comments = [...picks, ...other_comments].filter(({ comment }) => comment !== "");
  const limit = room.selection_limit === null ? "" : ` of ${room.selection_limit}`;
  return (
    <section className={styles.note} aria-label="Selection">
      <fieldset className={styles.switch} aria-label="Show">
        <button type="button" aria-pressed={isChosenOnly} onClick={() => onChosenOnly(true)}>
          Chosen ({picks.length}
          {limit})
        </button>
        <button type="button" aria-pressed={!isChosenOnly} onClick={() => onChosenOnly(false)}>
          All ({total})
        </button>
      </fieldset>
      <p>
        {selection.state === "sent" && sent_on !== null ? (
          <>
            Sent by <strong>{name}</strong> on {formatDate(sent_on)}
            {email !== "" && (
              <>
                {" "}
                (<a href={`mailto:${email}`}>{email}</a>)
              </>
            )}
          </>
        ) : (
          "The client is still choosing."
        )}
      </p>
      {message !== "" && <blockquote>{message}</blockquote>}
      {comments.length > 0 && (
        <details open={comments.length <= 3}>
          <summary>{comments.length === 1 ? "1 comment" : `${comments.length} comments`}</summary>
          <dl>
            {comments.map(({ photo_id, filename, comment }) => (
              <div key={photo_id}>
                <dt>{[numberOf(photo_id), filename].filter(Boolean).join(" · ")}</dt>
                <dd>{comment}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}
