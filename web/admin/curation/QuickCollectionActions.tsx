import { useState } from "react";
import { downloadQuickCollection } from "../../../contract/curation.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import { AlbumIcon, CloseIcon, DownloadIcon, MoreIcon, PlusIcon, RoomIcon } from "../../ui/icons.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { useClearQuickCollection } from "../actions/curation.ts";
import { useDownload } from "../actions/download.ts";
import { AlbumOfPhotosDialog } from "../albums/AlbumOfPhotosDialog.tsx";
import { AlbumTargetDialog } from "../photo-screen/AlbumTargetDialog.tsx";
import { MakeRoom } from "../room-dialogs/MakeRoom.tsx";

/** Actions on the whole collection. */
export function QuickCollectionActions({ ids }: { ids: PhotoId[] }) {
  const [dialog, setDialog] = useState<"create" | "add" | "room" | null>(null);
  const download = useDownload(downloadQuickCollection);
  const clear = useClearQuickCollection();
  const isDisabled = ids.length === 0;
  const why = isDisabled && "The quick collection is empty";
  const close = () => setDialog(null);

  return (
    <>
      <Button kind="primary" icon={<PlusIcon />} why={why} onClick={() => setDialog("create")}>
        Make an album
      </Button>
      <Button icon={<DownloadIcon />} disabled={download.isPending} why={why} onClick={() => download.mutate()}>
        {download.isPending ? "Preparing..." : "Download ZIP"}
      </Button>
      <Menu
        label="Actions for the quick collection"
        icon={<MoreIcon />}
        entries={[
          { label: "Add to an album…", icon: <AlbumIcon />, isDisabled, onSelect: () => setDialog("add") },
          { label: "Make a viewing room…", icon: <RoomIcon />, isDisabled, onSelect: () => setDialog("room") },
          { label: "Clear the collection", icon: <CloseIcon />, isDisabled, onSelect: () => clear(ids) },
        ]}
      />
      {dialog === "create" && <AlbumOfPhotosDialog ids={ids} onClose={close} />}
      {dialog === "add" && <AlbumTargetDialog mode="add" ids={ids} onClose={close} />}
      {dialog === "room" && (
        <MakeRoom source={{ title: "Quick collection", count: ids.length, photo_ids: ids }} onClose={close} />
      )}
    </>
  );
}
