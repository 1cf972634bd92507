import { useQuery } from "@tanstack/react-query";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { TrashIcon, UndoIcon } from "../../ui/icons.tsx";
import { photoQuery } from "../data/photos.api.ts";
import { Loupe } from "../loupe/Loupe.tsx";
import type { Selection } from "../photo-grid/selection.ts";

type TrashLoupeProps = {
  current: PhotoId;
  selection: Selection;
  onRestore: (id: PhotoId) => void;
  onDelete: (photo: AdminPhoto) => void;
};

/** A photo in the trash can only be restored or deleted. */
export function TrashLoupe({ current, selection, onRestore, onDelete }: TrashLoupeProps) {
  const { data: photo } = useQuery(photoQuery(current));
  return (
    <Loupe
      ids={selection.ids}
      current={current}
      actions={[
        { label: "Restore", icon: <UndoIcon />, shortcut: "R", key: "r", onSelect: () => onRestore(current) },
        {
          label: "Delete Forever",
          icon: <TrashIcon />,
          shortcut: "Delete",
          key: "Delete",
          onSelect: () => photo && onDelete(photo),
        },
      ]}
      onMove={selection.selectOnly}
      onClose={selection.stopViewing}
      findTile={() => document.querySelector<HTMLElement>(`[data-view="${current}"]`)}
    />
  );
}
