import type { ComponentProps } from "react";
import { Link } from "react-router";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { paths } from "../../../contract/paths.ts";
import { formatDateTime } from "../../ui/format-date.ts";
import { DraftIcon, PhotoIcon, StarIcon } from "../../ui/icons.tsx";
import { countPhotos } from "../data/photo-edits.ts";
import { isUnseen } from "../data/publish-time.ts";
import { useSortableTile } from "../reorder/use-sortable-tile.ts";
import styles from "./AlbumCard.module.css";
import { AlbumMenu } from "./AlbumMenu.tsx";

type AlbumCardProps = ComponentProps<typeof AlbumMenu>;

/** Opens with a click or Enter; can be dragged. */
export function AlbumCard({ album, position }: AlbumCardProps) {
  const { frameRef, frameStyle, handleRef, handleProps } = useSortableTile(album.id);
  return (
    <li ref={frameRef} style={frameStyle} className={styles.card}>
      <Link
        ref={handleRef}
        to={paths.admin.album(album.slug)}
        className={styles.link}
        // The browser's own link dragging would interfere with ours.
        draggable={false}
        {...handleProps}
      >
        <AlbumFace album={album} />
      </Link>
      <AlbumMenu album={album} position={position} />
    </li>
  );
}

/** The card's content, also shown under the pointer during a drag. */
export function AlbumFace({ album }: { album: AdminAlbum }) {
  return (
    <>
      <span className={styles.cover}>
        {album.cover_image ? (
          <img src={album.cover_image} alt="" width={300} height={200} loading="lazy" draggable={false} />
        ) : (
          <PhotoIcon />
        )}
        {isUnseen(album) && (
          <span className={styles.draft}>
            <DraftIcon /> {album.status === "draft" ? "Draft" : `From ${formatDateTime(album.publish_on ?? "")}`}
          </span>
        )}
      </span>
      <span className={styles.title}>{album.title}</span>
      <span className={styles.facts}>
        {album.featured && (
          <span className={styles.featured}>
            <StarIcon filled /> Featured ·{" "}
          </span>
        )}
        {countPhotos(album.photo_count)}
      </span>
    </>
  );
}
