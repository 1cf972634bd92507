import type { AdminPhoto } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./Trash.module.css";

type TrashedPhotoCardProps = { photo: AdminPhoto; onRestore: () => void; onDelete: () => void };

export function TrashedPhotoCard({ photo, onRestore, onDelete }: TrashedPhotoCardProps) {
  return (
    <figure className={styles.photo}>
      <img src={photo.image_urls.thumb} alt={photo.title} width={300} height={300} loading="lazy" />
      <div className={styles.overlay}>
        <Button onClick={onRestore} aria-label={`Restore ${photo.title}`}>
          Restore
        </Button>
        <Button kind="danger" onClick={onDelete} aria-label={`Delete Forever ${photo.title}`}>
          Delete Forever
        </Button>
      </div>
      <figcaption>
        <span className={styles.title}>{photo.title}</span>
        {photo.trashed_on && <span>Deleted {new Date(photo.trashed_on).toLocaleDateString()}</span>}
      </figcaption>
    </figure>
  );
}
