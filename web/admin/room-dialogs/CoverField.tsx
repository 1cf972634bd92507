import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import type { RoomId } from "../../../contract/rooms.ts";
import { Loading } from "../../ui/Loading.tsx";
import { PhotoChoices } from "../../ui/PhotoChoices.tsx";
import { albumPhotosQuery } from "../data/album.api.ts";
import { photoName } from "../data/photo-name.ts";
import { photoQuery } from "../data/photos.api.ts";
import { roomQuery } from "../data/rooms.api.ts";
import styles from "./RoomDialogs.module.css";

/** Whose photos there are to choose from. */
export type CoverSource = { room_id: RoomId } | { album_slug: string } | { photo_ids: readonly PhotoId[] };

type CoverFieldProps = { source: CoverSource; chosen: PhotoId | null; onChange: (chosen: PhotoId | null) => void };

/** The picture on the page that asks for the password. */
export function CoverField({ source, chosen, onChange }: CoverFieldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.cover} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Cover of that page: {chosen === null && "none"}
        {chosen !== null && <Thumb id={chosen} />}
      </summary>
      <p className={styles.muted}>Everyone who has the link sees it, without the password.</p>
      {isOpen && <Choices source={source} chosen={chosen} onChange={onChange} />}
    </details>
  );
}

function Choices({ source, chosen, onChange }: CoverFieldProps) {
  const { ids, error } = useIds(source);
  if (error) return <p role="alert">{error.message}</p>;
  if (!ids) return <Loading />;
  return (
    <div className={styles.choices}>
      <PhotoChoices
        label="Cover of the page that asks for the password"
        choices={ids}
        chosen={chosen}
        onChoose={onChange}
        renderPicture={(id) => <Thumb id={id} />}
        other={{ label: "None", onChoose: () => onChange(null) }}
      />
    </div>
  );
}

function useIds(source: CoverSource): { ids: readonly PhotoId[] | undefined; error: Error | null } {
  const isAlbum = "album_slug" in source;
  const isRoom = "room_id" in source;
  const album = useQuery({ ...albumPhotosQuery(isAlbum ? source.album_slug : ""), enabled: isAlbum });
  const room = useQuery({ ...roomQuery(isRoom ? source.room_id : (0 as RoomId)), enabled: isRoom });
  if (isAlbum) return { ids: album.data, error: album.error };
  if (isRoom) return { ids: room.data?.photos.map(({ id }) => id), error: room.error };
  return { ids: source.photo_ids, error: null };
}

function Thumb({ id }: { id: PhotoId }) {
  const { data: photo } = useQuery(photoQuery(id));
  return photo && <img src={photo.image_urls.thumb} alt={photoName(photo)} width={300} height={300} loading="lazy" />;
}
