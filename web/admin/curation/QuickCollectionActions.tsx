import { useState } from "react";
import { downloadQuickCollection } from "../../../contract/curation.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import { DownloadIcon, PlusIcon, RoomIcon } from "../../ui/icons.tsx";
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
  const why = ids.length === 0 && "The quick collection is empty";
  const close = () => setDialog(null);

  return (
    <>
      <Button kind="primary" icon={<PlusIcon />} why={why} onClick={() => setDialog("create")}>
        Make an album
      </Button>
      <Button why={why} onClick={() => setDialog("add")}>
        Add to an album
      </Button>
      <Button icon={<RoomIcon />} why={why} onClick={() => setDialog("room")}>
        Make a viewing room
      </Button>
      <Button icon={<DownloadIcon />} disabled={download.isPending} why={why} onClick={() => download.mutate()}>
        {download.isPending ? "Preparing..." : "Download ZIP"}
      </Button>
      <Button why={why} onClick={() => clear(ids)}>
        Clear
      </Button>
      {dialog === "create" && <AlbumOfPhotosDialog ids={ids} onClose={close} />}
      {dialog === "add" && <AlbumTargetDialog mode="add" ids={ids} onClose={close} />}
      {dialog === "room" && (
        <MakeRoom source={{ title: "Quick collection", count: ids.length, photo_ids: ids }} onClose={close} />
      )}
    </>
  );
}
