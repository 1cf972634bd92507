import type { PhotoId } from "../../../contract/photos.ts";
import type { RoomVoice, VoicePick } from "../../../contract/room-marks.ts";
import type { PhotoOfRound } from "../../../contract/rooms.ts";
import { MarkCell } from "./MarkCell.tsx";
import styles from "./RoomMatrix.module.css";
import type { Marks } from "./room-filters.ts";

type RoomMatrixProps = {
  ids: readonly PhotoId[];
  photos: readonly PhotoOfRound[];
  voices: readonly RoomVoice[];
  marks: Marks;
};

/** Voices that fit into the width of a laptop. */
const MOST_BESIDE = 4;

/** Photographs by voices: what each says about each. */
export function RoomMatrix({ ids, photos, voices, marks }: RoomMatrixProps) {
  const byId = new Map(photos.map((photo, index) => [photo.id, { photo, number: index + 1 }]));
  return (
    <section
      className={styles.scroll}
      data-many={voices.length > MOST_BESIDE || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard, too
      tabIndex={0}
      aria-label="Photos by voices"
    >
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">Photo</th>
            {voices.map((voice) => (
              <th key={voice.id} scope="col">
                {voice.name || "Everyone"}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ids.map((id) => {
            const row = byId.get(id);
            if (!row) return null;
            return (
              <tr key={id}>
                <th scope="row">
                  <PhotoCell {...row} pins={(marks.get(id) ?? []).flatMap((pick) => pick?.pins ?? [])} />
                </th>
                {(marks.get(id) ?? []).map((pick, index) => (
                  <td key={voices[index]?.id}>{pick && <MarkCell pick={pick} />}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

type PhotoCellProps = { photo: PhotoOfRound; number: number; pins: VoicePick["pins"] };

/** The number is the one that clients see. */
function PhotoCell({ photo, number, pins }: PhotoCellProps) {
  return (
    <div className={styles.photo}>
      <span className={styles.picture}>
        <img
          src={photo.image_urls.medium}
          alt={photo.alt || photo.title}
          loading="lazy"
          width={photo.width}
          height={photo.height}
          // Its place is kept until it arrives.
          style={{ width: `min(180px, ${(140 * photo.width) / photo.height}px)` }}
        />
        {pins.map(({ id, x, y, text }) => (
          <span key={id} className={styles.pin} style={{ left: `${x * 100}%`, top: `${y * 100}%` }} title={text} />
        ))}
      </span>
      <span>
        {number} · {photo.source_filename}
        {photo.changed && <small>New file</small>}
      </span>
    </div>
  );
}
