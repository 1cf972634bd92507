import { useState } from "react";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { ExternalIcon, MoreIcon, PhotoIcon, StarIcon, TrashIcon } from "../../ui/icons.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { useDeleteAlbum, useUpdateAlbum } from "../data/albums.api.ts";
import { MoveToDialog } from "../reorder/MoveToDialog.tsx";
import { AlbumFormDialog } from "./AlbumFormDialog.tsx";
import { CoverDialog } from "./CoverDialog.tsx";

type AlbumMenuProps = {
  album: AdminAlbum;
  /** Its position among the albums on screen, where they can be reordered. */
  position?: { position: number; positions: number; onMove: (index: number) => void };
  onDeleted?: () => void;
};

/** The actions on an album, wherever it is shown. */
export function AlbumMenu({ album, position, onDeleted }: AlbumMenuProps) {
  const [opened, setOpened] = useState<"edit" | "cover" | "move" | null>(null);
  const close = () => setOpened(null);
  const confirm = useConfirm();
  const updateAlbum = useUpdateAlbum();
  const deleteAlbum = useDeleteAlbum();

  async function askAndDelete() {
    const confirmed = await confirm({
      title: `Delete ${album.title}?`,
      question: deletionWarning(album),
      confirmLabel: "Delete Album",
    });
    if (!confirmed) return;
    deleteAlbum.mutate(album);
    onDeleted?.();
  }

  const entries: MenuEntry[] = [
    { label: "Edit album…", onSelect: () => setOpened("edit") },
    { label: "Choose cover…", icon: <PhotoIcon />, onSelect: () => setOpened("cover") },
    {
      label: album.featured ? "Stop featuring" : "Feature",
      icon: <StarIcon filled={album.featured} />,
      onSelect: () => updateAlbum.mutate({ album, change: { featured: !album.featured } }),
    },
    ...(position ? [{ label: "Move to…", onSelect: () => setOpened("move") }] : []),
    { label: "View on site", icon: <ExternalIcon />, onSelect: () => window.open(album.url, "_blank", "noopener") },
    { label: "Delete album…", icon: <TrashIcon />, onSelect: askAndDelete },
  ];

  return (
    <>
      <Menu label={`Actions for ${album.title}`} icon={<MoreIcon />} entries={entries} />
      {opened === "edit" && (
        <AlbumFormDialog
          heading={`Edit ${album.title}`}
          submitLabel="Save"
          initial={{ title: album.title, category: album.category, description: album.description }}
          onSubmit={(change) => {
            close();
            updateAlbum.mutate({ album, change });
          }}
          onClose={close}
        />
      )}
      {opened === "cover" && (
        <CoverDialog
          album={album}
          onChoose={(cover_photo_id) => {
            close();
            updateAlbum.mutate({ album, change: { cover_photo_id } });
          }}
          onClose={close}
        />
      )}
      {opened === "move" && position && <MoveToDialog title={album.title} {...position} onClose={close} />}
    </>
  );
}

function deletionWarning({ photo_count }: AdminAlbum): string {
  const photos = photo_count === 1 ? "Its photo stays" : `Its ${photo_count} photos stay`;
  const outcome = photo_count === 0 ? "It has no photos." : `${photos} in the library, in no album.`;
  return `${outcome} The album, with its description, order and address, is permanently deleted.`;
}
