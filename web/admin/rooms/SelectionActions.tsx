import { useState } from "react";
import { useNavigate } from "react-router";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { paths } from "../../../contract/paths.ts";
import { changeOf, type PhotoId } from "../../../contract/photos.ts";
import type { Room } from "../../../contract/rooms.ts";
import { CollectionIcon, DownloadIcon, HeartIcon, PlusIcon } from "../../ui/icons.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { useEditPhotos } from "../actions/edit-photos.ts";
import { useExportSelection } from "../actions/rooms.ts";
import { CreateAlbumDialog } from "../albums/CreateAlbumDialog.tsx";
import { useDefaultCategory } from "../data/categories.api.ts";
import { STAYS_IN_ALBUMS } from "../photo-screen/AlbumTargetDialog.tsx";

/** What the owner does with everything that was chosen. */
export function SelectionActions({ room, ids }: { room: Room; ids: PhotoId[] }) {
  const navigate = useNavigate();
  const { edit, addToAlbum } = useEditPhotos();
  const exportSelection = useExportSelection();
  const [isCreating, setCreating] = useState(false);
  const defaultCategory = useDefaultCategory();
  if (room.selection_state === "none" || ids.length === 0) return null;

  const fillNew = async (album: AdminAlbum) => {
    setCreating(false);
    await addToAlbum(ids, album);
    navigate(paths.admin.album(album.slug));
  };
  return (
    <>
      <Menu
        label="Use selection"
        entries={[
          { label: "Make an album…", icon: <PlusIcon />, onSelect: () => setCreating(true) },
          {
            label: "Add to quick collection",
            icon: <CollectionIcon />,
            onSelect: () => void edit(ids, { change: changeOf("quick_collection", true) }),
          },
          {
            label: "Add to favorites",
            icon: <HeartIcon />,
            onSelect: () => void edit(ids, { change: changeOf("favorite", true) }),
          },
          {
            label: "Export as CSV",
            icon: <DownloadIcon />,
            onSelect: () => exportSelection.mutate({ room, kind: "csv" }),
          },
          {
            label: "Export XMP sidecars",
            icon: <DownloadIcon />,
            onSelect: () => exportSelection.mutate({ room, kind: "xmp" }),
          },
        ]}
      />
      {isCreating && (
        <CreateAlbumDialog
          category={defaultCategory}
          hint={STAYS_IN_ALBUMS}
          onCreated={fillNew}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  );
}
