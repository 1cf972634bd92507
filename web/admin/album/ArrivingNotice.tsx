import { useQuery } from "@tanstack/react-query";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { countPhotos } from "../data/photo-edits.ts";
import { arrivingQuery } from "../upload/album-upload.ts";
import styles from "./ArrivingNotice.module.css";

/** Says that the album is not complete: files are on their way into it, though this window sends none. */
export function ArrivingNotice({ album }: { album: AdminAlbum }) {
  const { data: { processing = 0, receiving = 0 } = {} } = useQuery(arrivingQuery(album.slug));
  if (processing + receiving === 0) return null;
  return (
    <div role="status" className={styles.notice}>
      {processing > 0 && <p>Receiving {countPhotos(processing)}. They appear here as they are ready.</p>}
      {receiving > 0 && (
        <p>
          {receiving === 1 ? "1 file has" : `${receiving} files have`} not arrived in full. If the upload was
          interrupted, choose the same files again: it continues where it stopped.
        </p>
      )}
    </div>
  );
}
