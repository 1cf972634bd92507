import { type ReactNode, useState } from "react";
import type { AdminAlbum } from "../../../contract/albums.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { useShortcuts } from "../../hooks/use-shortcuts.ts";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { CloseIcon, OrderIcon, PhotoIcon } from "../../ui/icons.tsx";
import type { MenuEntry } from "../../ui/Menu.tsx";
import { useRemoveFromAlbum, useReorderAlbumPhotos } from "../actions/album.ts";
import { useUpdateAlbum } from "../actions/albums.ts";
import { removalQuestion } from "../actions/leave-album.ts";
import { PHOTO_KEYS } from "../photo-grid/photo-keys.ts";
import type { Selection } from "../photo-grid/selection.ts";
import { MovePhotosDialog } from "../photo-screen/MovePhotosDialog.tsx";
import { movedTo } from "../reorder/order.ts";

type Options = { album: AdminAlbum; ids: PhotoId[]; selection: Selection };

/** Actions on photos in an album, by drag, menu and key. */
export function useAlbumPhotoActions({ album, ids, selection }: Options) {
  const [isMoving, setMoving] = useState(false);
  const confirm = useConfirm();
  const reorder = useReorderAlbumPhotos(album);
  const remove = useRemoveFromAlbum(album);
  const updateAlbum = useUpdateAlbum();
  const { selectedIds } = selection;
  const [only] = selectedIds;

  function move(moving: PhotoId[], index: number) {
    reorder(movedTo(ids, moving, index));
  }

  async function askAndRemove(leaving: PhotoId[]) {
    if (leaving.length === 0) return;
    if (!(await confirm(removalQuestion(leaving.length, album.title)))) return;
    // What was removed on purpose does not stay in the panel.
    if (leaving.some(selection.isSelected)) selection.clear();
    remove.mutate({ ids: leaving });
  }

  useShortcuts(
    { r: () => void askAndRemove(selectedIds), p: () => setMoving(selectedIds.length > 0) },
    { within: PHOTO_KEYS },
  );

  const entries: MenuEntry[] = [
    { label: "Change position…", icon: <OrderIcon />, shortcut: "P", onSelect: () => setMoving(true) },
    {
      label: "Use as album cover",
      icon: <PhotoIcon />,
      isDisabled: selectedIds.length !== 1,
      onSelect: () => only !== undefined && updateAlbum.mutate({ album, change: { cover_photo_id: only } }),
    },
    {
      label: "Remove from album",
      icon: <CloseIcon />,
      shortcut: "R",
      onSelect: () => void askAndRemove(selectedIds),
    },
  ];

  const dialog: ReactNode = isMoving && (
    <MovePhotosDialog ids={ids} moving={selectedIds} onMove={move} onClose={() => setMoving(false)} />
  );

  return { entries, move, askAndRemove, dialog };
}
