import { useState } from "react";
import { changeOf, type PhotoId } from "../../../contract/photos.ts";
import type { Room } from "../../../contract/rooms.ts";
import { CollectionIcon, DownloadIcon, HeartIcon, PlusIcon } from "../../ui/icons.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { useEditPhotos } from "../actions/edit-photos.ts";
import { useExportSelection } from "../actions/rooms.ts";
import { AlbumOfPhotosDialog } from "../albums/AlbumOfPhotosDialog.tsx";
import { RoundDialog } from "./RoundDialog.tsx";

/** What the owner does with the photos that are shown. */
export function SelectionActions({ room, ids, canStartRound }: { room: Room; ids: PhotoId[]; canStartRound: boolean }) {
  const { edit } = useEditPhotos();
  const exportSelection = useExportSelection();
  const [opened, setOpened] = useState<"album" | "round" | null>(null);
  const close = () => setOpened(null);
  if (room.selection_state === "none" || ids.length === 0) return null;

  return (
    <>
      <Menu
        label="Use selection"
        entries={[
          { label: "Make an album…", icon: <PlusIcon />, onSelect: () => setOpened("album") },
          ...(canStartRound ? [{ label: "Start the next round…", onSelect: () => setOpened("round") }] : []),
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
      {opened === "album" && <AlbumOfPhotosDialog ids={ids} onClose={close} />}
      {opened === "round" && <RoundDialog room={room} ids={ids} onClose={close} />}
    </>
  );
}
