import type { ShownPhoto } from "../../../contract/pages.ts";
import styles from "./GivenMarks.module.css";
import { usePick } from "./use-selection.ts";

/** The stars and the colour of a photo, to see them without opening it. */
export function GivenMarks({ photo }: { photo: ShownPhoto }) {
  const { rating = 0, label = null } = usePick(photo.id) ?? {};
  if (rating === 0 && label === null) return null;
  const stars = rating > 0 && (rating === 1 ? "1 star" : `${rating} stars`);
  return (
    <span className={styles.given} role="img" aria-label={[stars, label].filter(Boolean).join(", ")}>
      {rating > 0 && `${rating} ★`}
      {label && <span data-label={label} />}
    </span>
  );
}
