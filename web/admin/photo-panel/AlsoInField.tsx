import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { paths } from "../../../contract/paths.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { IconButton } from "../../ui/Button.tsx";
import { CloseIcon } from "../../ui/icons.tsx";
import { useEditPhotos } from "../actions/edit-photos.ts";
import { albumsQuery } from "../data/albums.api.ts";
import { PanelField } from "./PanelField.tsx";
import styles from "./PhotoFields.module.css";

type AlsoInFieldProps = { ids: PhotoId[]; photos: AdminPhoto[] };

/** The albums that show the photos besides their home. With several photos, an album of only some is dashed. */
export function AlsoInField({ ids, photos }: AlsoInFieldProps) {
  const { data: albums = [] } = useQuery(albumsQuery);
  const { askAndRemove, status } = useEditPhotos({ isQuiet: true });
  const guestsIn = albums.flatMap((album) => {
    const count = photos.filter((photo) => isGuestIn(photo, album)).length;
    return count > 0 ? [{ album, isAll: count === photos.length }] : [];
  });
  if (guestsIn.length === 0) return null;
  return (
    <PanelField label="Also in" status={status}>
      {(labelled) => (
        <ul {...labelled} className={styles.tags}>
          {guestsIn.map(({ album, isAll }) => (
            <li
              key={album.id}
              className={isAll ? undefined : styles.onSome}
              title={isAll ? undefined : "Only some of these photos"}
            >
              <Link to={paths.admin.album(album.slug)}>{album.title}</Link>
              <IconButton
                label={`Remove from ${album.title}`}
                icon={<CloseIcon />}
                onClick={() => void askAndRemove(guestsOf(ids, photos, album), album)}
              />
            </li>
          ))}
        </ul>
      )}
    </PanelField>
  );
}

const isGuestIn = ({ album_id, album_ids }: AdminPhoto, { id }: AdminAlbum) =>
  album_id !== id && album_ids.some((each) => each === id);

/** Photos of the selection that are at home in the album stay there. Those not loaded are sent along. */
function guestsOf(ids: PhotoId[], photos: AdminPhoto[], album: AdminAlbum): PhotoId[] {
  const atHome = new Set(photos.filter((photo) => !isGuestIn(photo, album)).map(({ id }) => id));
  return ids.filter((id) => !atHome.has(id));
}
