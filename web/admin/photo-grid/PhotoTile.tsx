import { type ComponentProps, useContext } from "react";
import type { AlbumId } from "../../../contract/album-id.ts";
import { VISIBILITY } from "../../../contract/limits.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import {
  CheckIcon,
  CollectionIcon,
  GuestIcon,
  HeartIcon,
  LockIcon,
  NoAlbumIcon,
  PhotoIcon,
  StarIcon,
  WarningIcon,
} from "../../ui/icons.tsx";
import { photoName } from "../data/photo-name.ts";
import styles from "./PhotoTile.module.css";
import { TileNotesContext } from "./tile-notes.ts";
import { useTileShape } from "./tile-shape.ts";

type PhotoTileProps = ComponentProps<"div"> & {
  photoId: PhotoId;
  /** Undefined until loaded; the tile already has its size, so nothing shifts. */
  photo: AdminPhoto | undefined;
  isSelected: boolean;
  isTabStop: boolean;
  isCover?: boolean;
  /** The album it is shown in: a photo whose home is another one is a guest. */
  inAlbum?: AlbumId | undefined;
};

/** One photo in a grid, with its state at a glance. The grid handles clicks and keys. */
export function PhotoTile(props: PhotoTileProps) {
  const { photoId, photo, isSelected, isTabStop, isCover = false, inAlbum, className, ...rest } = props;
  const states = photo ? statesOf(photo, isCover, inAlbum) : [];
  const note = useContext(TileNotesContext)(photoId);
  return (
    <div
      role="option"
      aria-selected={isSelected}
      aria-label={photo ? nameOf(photo, [...(note?.states ?? []), ...states], note?.number) : "Loading..."}
      tabIndex={isTabStop ? 0 : -1}
      data-photo-id={photoId}
      className={`${styles.tile} ${isSelected ? styles.selected : ""} ${className ?? ""}`}
      {...rest}
    >
      {photo && <Picture photo={photo} />}
      <Badges badges={states} />
      {note && (
        <span className={styles.note}>
          {note.number}
          {note.states.map(({ label, icon }) => (
            <span key={label} title={label}>
              {icon}
            </span>
          ))}
        </span>
      )}
      {/* For touch, and for a mouse without a modifier key; the keyboard has Ctrl+Space. */}
      <span className={styles.check} data-toggle-selection>
        <CheckIcon />
      </span>
    </div>
  );
}

function nameOf(photo: AdminPhoto, states: { label: string }[], number: number | undefined): string {
  const labels = states.map(({ label }) => label);
  return [photoName(photo), ...(number === undefined ? [] : [`number ${number}`]), ...labels].join(", ");
}

function Picture({ photo }: { photo: AdminPhoto }) {
  const isWhole = useTileShape() === "whole";
  return (
    <img
      // JPEG, not AVIF: a screenful decodes several times faster while scrolling. Only the thumb is a square.
      src={isWhole ? photo.image_urls.medium : photo.image_urls.thumb}
      className={isWhole ? styles.whole : undefined}
      alt=""
      width={300}
      height={300}
      decoding="async"
      draggable={false}
      style={{ backgroundImage: `url("${photo.placeholder}")` }}
    />
  );
}

function Badges({ badges }: { badges: ReturnType<typeof statesOf> }) {
  if (badges.length === 0) return null;
  return (
    <span className={styles.badges}>
      {badges.map(({ label, icon }) => (
        <span key={label} title={label}>
          {icon}
        </span>
      ))}
    </span>
  );
}

function statesOf(photo: AdminPhoto, isCover: boolean, inAlbum: AlbumId | undefined) {
  return [
    photo.favorite && { label: "Favorite", icon: <HeartIcon filled /> },
    photo.featured && { label: "Featured", icon: <StarIcon filled /> },
    photo.quick_collection && { label: "In the quick collection", icon: <CollectionIcon /> },
    photo.visibility === VISIBILITY.private && { label: "Private", icon: <LockIcon /> },
    photo.album_id === null && !photo.deleted && { label: "In no album", icon: <NoAlbumIcon /> },
    inAlbum !== undefined && photo.album_id !== inAlbum && { label: "Guest from another album", icon: <GuestIcon /> },
    photo.missing_variants.length > 0 && { label: "Missing variants", icon: <WarningIcon /> },
    isCover && { label: "Album cover", icon: <PhotoIcon /> },
  ].filter((state) => state !== false);
}
