import type { PhotoId } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import { GridIcon, TrashIcon, UndoIcon } from "../../ui/icons.tsx";
import { useDeletePermanently } from "../actions/trash.ts";
import { countPhotos } from "../data/photo-edits.ts";
import { SelectionToolbar } from "../photo-screen/SelectionToolbar.tsx";
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
  const { askAndDelete } = useDeletePermanently();
  const deleteAll = async () => {
    if (await askAndDelete(ids, countPhotos(ids.length))) onDeleted();
  };
  return (
    <SelectionToolbar count={ids.length} returnFocus='[aria-label="Deleted photos"] input' onClear={onClear}>
      <span className={styles.buttons}>
        <Button kind="quiet" icon={<UndoIcon />} onClick={onRestore}>
          Restore
        </Button>
        <Button kind="quiet" icon={<TrashIcon />} onClick={() => void deleteAll()}>
          Delete Forever
        </Button>
      </span>
      <Button kind="quiet" icon={<GridIcon />} aria-label="Select all" title="Select all" onClick={onSelectAll}>
        <span className={styles.label}>Select all</span>
      </Button>
    </SelectionToolbar>
  );
}
