import { useId } from "react";
import type { AdminPhoto } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import { formatDate } from "../../ui/format-date.ts";
import { photoName } from "../data/photo-name.ts";
import styles from "./Trash.module.css";

type TrashedPhotoCardProps = {
  photo: AdminPhoto;
  returnsTo: string;
  isChecked: boolean;
  onCheck: () => void;
  onView: () => void;
  onRestore: () => void;
  onDelete: () => void;
};

export function TrashedPhotoCard(props: TrashedPhotoCardProps) {
  const { photo, returnsTo, isChecked, onCheck, onView, onRestore, onDelete } = props;
  const titleId = useId();
  return (
    <figure className={styles.photo} data-checked={isChecked}>
      <div className={styles.overlay}>
        <Button onClick={onRestore} aria-describedby={titleId}>
          Restore
        </Button>
        <Button kind="danger" onClick={onDelete} aria-describedby={titleId}>
          Delete Forever
        </Button>
      </div>
      <button
        type="button"
        className={styles.view}
        aria-label="View large"
        aria-describedby={titleId}
        onClick={onView}
        data-view={photo.id}
      >
        <img src={photo.image_urls.thumb} alt="" width={300} height={300} loading="lazy" />
      </button>
      <label className={styles.check}>
        <input type="checkbox" aria-label={`Select ${photoName(photo)}`} checked={isChecked} onChange={onCheck} />
      </label>
      <figcaption>
        <span id={titleId} className={styles.title}>
          {photoName(photo)}
        </span>
        {photo.trashed_on && <span>Deleted {formatDate(photo.trashed_on)}</span>}
        <span className={styles.returns}>{returnsTo}</span>
      </figcaption>
    </figure>
  );
}
