import type { AdminAlbum } from "../../../contract/albums.ts";
import { useCreateAlbum } from "../actions/albums.ts";
import { fromLocalTime } from "../data/publish-time.ts";
import { AlbumFormDialog } from "./AlbumFormDialog.tsx";

type CreateAlbumDialogProps = {
  category: string;
  hint?: string;
  onCreated: (album: AdminAlbum) => void;
  onClose: () => void;
};

export function CreateAlbumDialog({ category, hint, onCreated, onClose }: CreateAlbumDialogProps) {
  const createAlbum = useCreateAlbum();
  return (
    <AlbumFormDialog
      heading="Create album"
      submitLabel="Create album"
      hint={hint}
      of="new-album"
      initial={{ title: "", category, description: "", publish_at: "" }}
      error={createAlbum.error}
      fallback="Failed to create album"
      isSaving={createAlbum.isPending}
      onSubmit={({ publish_at = "", ...fields }) => {
        const publish_on = fromLocalTime(publish_at);
        // One with a time is to be public then, also where new albums are drafts.
        const album = { ...fields, ...(publish_on !== null && { publish_on, status: "public" as const }) };
        return createAlbum.mutateAsync(album, { onSuccess: ({ album }) => onCreated(album) });
      }}
      onClose={onClose}
    />
  );
}
