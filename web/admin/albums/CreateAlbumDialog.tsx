import type { AdminAlbum } from "../../../contract/albums.ts";
import { useCreateAlbum } from "../actions/albums.ts";
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
      heading="Create Album"
      submitLabel="Create Album"
      hint={hint}
      of="new-album"
      initial={{ title: "", category, description: "" }}
      error={createAlbum.error}
      fallback="Failed to create album"
      isSaving={createAlbum.isPending}
      onSubmit={(fields) => createAlbum.mutateAsync(fields, { onSuccess: ({ album }) => onCreated(album) })}
      onClose={onClose}
    />
  );
}
