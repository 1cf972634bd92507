import { useState } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Room } from "../../../contract/rooms.ts";
import { countPhotos } from "../data/photo-edits.ts";
import { useCreateRoom } from "../data/rooms.api.ts";
import { RoomFormDialog } from "./RoomFormDialog.tsx";
import { RoomLinkDialog } from "./RoomLinkDialog.tsx";

/** What the room shows: an album, or photos from anywhere. */
export type RoomSource = { title: string; count: number } & ({ album_slug: string } | { photo_ids: PhotoId[] });

/** The form, then the link. */
export function MakeRoom({ source, onClose }: { source: RoomSource; onClose: () => void }) {
  const createRoom = useCreateRoom();
  const [made, setMade] = useState<Room | null>(null);
  const { title, count, ...chosen } = source;
  if (made?.url) {
    return <RoomLinkDialog room={{ ...made, url: made.url }} heading="The room is ready" onClose={onClose} />;
  }
  return (
    <RoomFormDialog
      heading="Make a viewing room"
      submitLabel="Make room"
      hint={`${countPhotos(count)}, for anyone who has the link. Private photos are shown, too.`}
      of={"album_slug" in source ? `new-room-of-${source.album_slug}` : "new-room"}
      initial={{ title }}
      source={chosen}
      error={createRoom.error}
      isSaving={createRoom.isPending}
      onSubmit={(fields) =>
        createRoom.mutateAsync({ ...fields, ...chosen }, { onSuccess: ({ room }) => setMade(room) })
      }
      onClose={onClose}
    />
  );
}
