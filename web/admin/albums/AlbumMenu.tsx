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
  /** Where it stands among its category's albums, on screens that show them. */
  place?: { position: number; positions: number; onMove: (index: number) => void };
  onDeleted?: () => void;
};

/** Everything that can be done with an album, wherever it is shown. */
export function AlbumMenu({ album, place, onDeleted }: AlbumMenuProps) {
  const [opened, setOpened] = useState<"edit" | "cover" | "move" | null>(null);
  const close = () => setOpened(null);
  const confirm = useConfirm();
  const updateAlbum = useUpdateAlbum();
  const deleteAlbum = useDeleteAlbum();

  async function askAndDelete() {
    const confirmed = await confirm({
      title: `Delete ${album.title}?`,
      question: consequenceOf(album),
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
    ...(place ? [{ label: "Move to…", onSelect: () => setOpened("move") }] : []),
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
      {opened === "move" && place && <MoveToDialog title={album.title} {...place} onClose={close} />}
    </>
  );
}

function consequenceOf({ photo_count }: AdminAlbum): string {
  const photos = photo_count === 1 ? "Its photo stays" : `Its ${photo_count} photos stay`;
  const fate = photo_count === 0 ? "It has no photos." : `${photos} in the library, in no album.`;
  return `${fate} The album itself, with its description, order and address, is gone for good.`;
}
