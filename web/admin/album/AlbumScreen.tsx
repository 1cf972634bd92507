import { useNavigate } from "react-router";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { paths } from "../../../contract/paths.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import { UploadIcon } from "../../ui/icons.tsx";
import { AlbumMenu } from "../albums/AlbumMenu.tsx";
import { useCategories } from "../data/categories.api.ts";
import { EmptyState } from "../page/AdminPage.tsx";
import { useSelection } from "../photo-grid/selection.ts";
import { PhotoScreen } from "../photo-screen/PhotoScreen.tsx";
import { AlbumFacts } from "./AlbumFacts.tsx";
import { AlbumGrid } from "./AlbumGrid.tsx";
import { ArrivingNotice } from "./ArrivingNotice.tsx";
import { useAlbumPhotoActions } from "./album-photo-actions.tsx";
import { useAlbumUpload } from "./album-upload.tsx";
import { StatusButton } from "./StatusButton.tsx";

export function AlbumScreen({ album, ids }: { album: AdminAlbum; ids: PhotoId[] }) {
  const navigate = useNavigate();
  const selection = useSelection(ids);
  const { entries, move, askAndRemove, dialog } = useAlbumPhotoActions({ album, ids, selection });
  const upload = useAlbumUpload(album, ids);
  const category = useCategories().find(({ key }) => key === album.category)?.name ?? album.category;

  return (
    <PhotoScreen
      title={album.title}
      subtitle={`${category} Album • ${ids.length} photos`}
      actions={
        <>
          <Button kind="primary" icon={<UploadIcon />} onClick={upload.open}>
            Upload Photos
          </Button>
          {ids.length > 0 && <Button onClick={() => navigate(paths.admin.table(album.slug))}>Table</Button>}
          <StatusButton album={album} />
          <AlbumMenu album={album} onDeleted={() => navigate(paths.admin.albumsOf(album.category))} />
        </>
      }
      selection={selection}
      hasGrid={ids.length > 0}
      album={album}
      facts={<AlbumFacts album={album} count={ids.length} />}
      selectionActions={entries}
    >
      {!upload.isUploading && <ArrivingNotice album={album} />}
      {ids.length === 0 ? (
        <EmptyState
          title="No photos in this album yet"
          action={
            <Button kind="primary" icon={<UploadIcon />} onClick={upload.open}>
              Upload Your First Photos
            </Button>
          }
        >
          Drop photos anywhere on this page, or choose them from this device.
        </EmptyState>
      ) : (
        <AlbumGrid
          label={`Photos of ${album.title}`}
          ids={ids}
          selection={selection}
          albumId={album.id}
          coverId={coverOf(album, ids)}
          onMove={move}
          onRemove={askAndRemove}
        />
      )}
      {dialog}
      {upload.dialog}
    </PhotoScreen>
  );
}

/** Until the owner chooses one, the first photo is the cover. */
const coverOf = ({ cover_photo_id }: AdminAlbum, ids: PhotoId[]) => ids.find((id) => id === cover_photo_id) ?? ids[0];
