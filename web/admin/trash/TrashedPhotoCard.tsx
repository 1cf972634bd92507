import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import { formatDate } from "../../ui/format-date.ts";
import { photoName } from "../data/photo-name.ts";
import { photoQuery } from "../data/photos.api.ts";
import { useTileShape } from "../photo-grid/tile-shape.ts";
import { returnsTo } from "./returns-to.ts";
import styles from "./Trash.module.css";

type TrashedPhotoCardProps = {
  id: PhotoId;
  albums: AdminAlbum[];
  isChecked: boolean;
  onCheck: () => void;
  onView: () => void;
  onRestore: (id: PhotoId) => void;
  onDelete: (photo: AdminPhoto) => void;
};

export function TrashedPhotoCard(props: TrashedPhotoCardProps) {
  const { id, albums, isChecked, onCheck, onView, onRestore, onDelete } = props;
  const { data: photo } = useQuery(photoQuery(id));
  const titleId = useId();
  const isWhole = useTileShape() === "whole";
  // The empty cell keeps the place of a photo that is not loaded yet.
  if (!photo) return <li className={styles.cell} />;
  return (
    <li className={styles.cell}>
      <figure className={styles.photo} data-checked={isChecked}>
        <div className={styles.overlay}>
          <Button onClick={() => onRestore(id)} aria-describedby={titleId}>
            Restore
          </Button>
          <Button kind="danger" onClick={() => onDelete(photo)} aria-describedby={titleId}>
            Delete Forever
          </Button>
        </div>
        <button
          type="button"
          className={styles.view}
          aria-label="View large"
          aria-describedby={titleId}
          onClick={onView}
          data-view={id}
        >
          <img
            src={isWhole ? photo.image_urls.medium : photo.image_urls.thumb}
            className={isWhole ? styles.whole : undefined}
            alt=""
            width={300}
            height={300}
            loading="lazy"
          />
        </button>
        <label className={styles.check}>
          <input type="checkbox" aria-label={`Select ${photoName(photo)}`} checked={isChecked} onChange={onCheck} />
        </label>
        <figcaption>
          <span id={titleId} className={styles.title}>
            {photoName(photo)}
          </span>
          {photo.trashed_on && <span>Deleted {formatDate(photo.trashed_on)}</span>}
          <span className={styles.returns}>{returnsTo(photo, albums)}</span>
        </figcaption>
      </figure>
    </li>
  );
}
