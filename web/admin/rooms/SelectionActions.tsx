import { useState } from "react";
import { changeOf, type PhotoId } from "../../../contract/photos.ts";
import type { Room } from "../../../contract/rooms.ts";
import { CollectionIcon, DownloadIcon, HeartIcon, PlusIcon } from "../../ui/icons.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { useEditPhotos } from "../actions/edit-photos.ts";
import { useExportSelection } from "../actions/rooms.ts";
import { AlbumOfPhotosDialog } from "../albums/AlbumOfPhotosDialog.tsx";

/** What the owner does with everything that was chosen. */
export function SelectionActions({ room, ids }: { room: Room; ids: PhotoId[] }) {
  const { edit } = useEditPhotos();
  const exportSelection = useExportSelection();
  const [isCreating, setCreating] = useState(false);
  if (room.selection_state === "none" || ids.length === 0) return null;

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
      {isCreating && <AlbumOfPhotosDialog ids={ids} onClose={() => setCreating(false)} />}
    </>
  );
}
