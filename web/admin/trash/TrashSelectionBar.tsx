import { useRef } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { useToolbarKeys } from "../../hooks/use-toolbar-keys.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { CloseIcon, GridIcon, TrashIcon, UndoIcon } from "../../ui/icons.tsx";
import { countPhotos } from "../data/photo-edits.ts";
import { useDeleteManyPermanently } from "../data/trash.api.ts";
import styles from "./Trash.module.css";

type TrashSelectionBarProps = {
  ids: PhotoId[];
  onRestore: () => void;
  onDeleted: () => void;
  onSelectAll: () => void;
  onClear: () => void;
};

/** Actions on the selected photos of the trash. */
export function TrashSelectionBar({ ids, onRestore, onDeleted, onSelectAll, onClear }: TrashSelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const toolbarKeys = useToolbarKeys(bar);
  const confirm = useConfirm();
  const deletePermanently = useDeleteManyPermanently();

  async function askAndDelete() {
    const confirmed = await confirm({
      title: countPhotos(ids.length),
      question:
        ids.length === 1
          ? "Permanently delete this photo? This cannot be undone."
          : `Permanently delete these ${countPhotos(ids.length)}? This cannot be undone.`,
      confirmLabel: "Delete Forever",
    });
    if (!confirmed) return;
    deletePermanently.mutate(ids);
    onDeleted();
  }

  return (
    <div
      ref={bar}
      className={styles.bar}
      role="toolbar"
      aria-label="Selected photos"
      tabIndex={-1}
      data-return-focus='[aria-label="Deleted photos"] input'
      {...toolbarKeys}
    >
      <IconButton label="Select none" icon={<CloseIcon />} onClick={onClear} />
      <strong role="status">{ids.length.toLocaleString("en")} selected</strong>
      <Button kind="quiet" icon={<UndoIcon />} onClick={onRestore}>
        Restore
      </Button>
      <Button kind="quiet" icon={<TrashIcon />} onClick={() => void askAndDelete()}>
        Delete Forever
      </Button>
      <Button kind="quiet" icon={<GridIcon />} onClick={onSelectAll}>
        Select all
      </Button>
    </div>
  );
}
