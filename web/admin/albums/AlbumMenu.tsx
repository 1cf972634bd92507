import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import {
  DraftIcon,
  ExternalIcon,
  EyeIcon,
  MoreIcon,
  PhotoIcon,
  RoomIcon,
  StarIcon,
  TrashIcon,
} from "../../ui/icons.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { useDeleteAlbum, useUpdateAlbum } from "../actions/albums.ts";
import type { AlbumChange } from "../data/albums.api.ts";
import { fromLocalTime, isUnseen, isWaiting, toLocalTime } from "../data/publish-time.ts";
import { roomsQuery } from "../data/rooms.api.ts";
import { MoveToDialog } from "../reorder/MoveToDialog.tsx";
import { MakeRoom } from "../room-dialogs/MakeRoom.tsx";
import { type AlbumFields, AlbumFormDialog } from "./AlbumFormDialog.tsx";
import { CoverDialog } from "./CoverDialog.tsx";
import { DraftLinkDialog } from "./DraftLinkDialog.tsx";

type AlbumMenuProps = {
  album: AdminAlbum;
  /** Its position among the albums on screen, where they can be reordered. */
  position?: { position: number; positions: number; onMove: (index: number) => void };
  onDeleted?: () => void;
};

/** The actions on an album, wherever it is shown. */
export function AlbumMenu({ album, position, onDeleted }: AlbumMenuProps) {
  const [opened, setOpened] = useState<"edit" | "cover" | "move" | "room" | "draft" | null>(null);
  const close = () => setOpened(null);
  const confirm = useConfirm();
  const client = useQueryClient();
  const updateAlbum = useUpdateAlbum();
  const editAlbum = useUpdateAlbum();
  const deleteAlbum = useDeleteAlbum();

  async function askAndDelete() {
    // Not knowing is no reason to keep the owner from deleting.
    const rooms = await client.fetchQuery(roomsQuery).catch(() => []);
    const shownIn = rooms.filter(({ album_slug }) => album_slug === album.slug);
    const confirmed = await confirm({
      title: `Delete ${album.title}?`,
      question: deletionWarning(album, shownIn.length),
      confirmLabel: "Delete album",
    });
    if (!confirmed) return;
    deleteAlbum.mutate(album);
    onDeleted?.();
  }

  const entries: MenuEntry[] = [
    {
      label: "Edit album…",
      onSelect: () => {
        // It may still show why the last edit was refused.
        editAlbum.reset();
        setOpened("edit");
      },
    },
    { label: "Choose cover…", icon: <PhotoIcon />, onSelect: () => setOpened("cover") },
    {
      label: album.featured ? "Stop featuring" : "Feature",
      icon: <StarIcon filled={album.featured} />,
      onSelect: () => updateAlbum.mutate({ album, change: { featured: !album.featured } }),
    },
    {
      label: album.status === "draft" ? "Make public" : "Make a draft",
      icon: album.status === "draft" ? <EyeIcon /> : <DraftIcon />,
      onSelect: () => updateAlbum.mutate({ album, change: { status: album.status === "draft" ? "public" : "draft" } }),
    },
    ...(position ? [{ label: "Change position…", onSelect: () => setOpened("move") }] : []),
    { label: "Make a viewing room…", icon: <RoomIcon />, onSelect: () => setOpened("room") },
    ...(isUnseen(album)
      ? [{ label: "Link to show the draft…", icon: <DraftIcon />, onSelect: () => setOpened("draft") }]
      : []),
    {
      label: "View on site",
      icon: <ExternalIcon />,
      isDisabled: isUnseen(album),
      onSelect: () => window.open(album.url, "_blank", "noopener"),
    },
    { label: "Delete album…", icon: <TrashIcon />, onSelect: askAndDelete },
  ];

  return (
    <>
      <Menu label={`Actions for ${album.title}`} icon={<MoreIcon />} entries={entries} />
      {opened === "edit" && (
        <AlbumFormDialog
          heading={`Edit ${album.title}`}
          submitLabel="Save"
          of={`album-${album.id}`}
          initial={fieldsOf(album)}
          error={editAlbum.error}
          isSaving={editAlbum.isPending}
          onSubmit={async (fields) => {
            const change = changedFields(album, fields);
            if (Object.keys(change).length === 0) close();
            else await editAlbum.mutateAsync({ album, change, isInForm: true }, { onSuccess: close });
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
      {opened === "draft" && <DraftLinkDialog album={album} onClose={close} />}
      {opened === "room" && (
        <MakeRoom source={{ title: album.title, count: album.photo_count, album_slug: album.slug }} onClose={close} />
      )}
      {opened === "move" && position && <MoveToDialog title={album.title} {...position} onClose={close} />}
    </>
  );
}

const fieldsOf = ({ title, category, description, layout, slug, publish_on }: AdminAlbum): AlbumFields => ({
  publish_at: toLocalTime(publish_on),
  title,
  category,
  description,
  layout,
  slug,
});

function changedFields(album: AdminAlbum, { publish_at = "", ...fields }: AlbumFields): AlbumChange {
  const before: Record<string, unknown> = album;
  const change = Object.fromEntries(Object.entries(fields).filter(([field, value]) => value !== before[field]));
  // The field shows minutes: the seconds of a time that a program gave are no change.
  if (publish_at === toLocalTime(album.publish_on)) return change;
  const publish_on = fromLocalTime(publish_at);
  // An owner who gives a draft a time wants it to be public then.
  const isToCome = publish_on !== null && isWaiting({ status: "public", publish_on });
  return { ...change, publish_on, ...(isToCome && album.status === "draft" && { status: "public" as const }) };
}

function deletionWarning({ photo_count }: AdminAlbum, roomCount: number): string {
  const photos = photo_count === 1 ? "Its photo stays" : `Its ${photo_count} photos stay`;
  const outcome = photo_count === 0 ? "It has no photos." : `${photos} in the library, in no album.`;
  const rooms =
    roomCount === 1
      ? "A viewing room was made from it, and keeps"
      : `${roomCount} viewing rooms were made from it, and keep`;
  const shown = roomCount === 0 ? "" : ` ${rooms} showing its photos.`;
  return `${outcome}${shown} The album, with its description, order and address, is permanently deleted.`;
}
