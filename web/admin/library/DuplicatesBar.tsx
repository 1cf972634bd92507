import { Button } from "../../ui/Button.tsx";
import { TrashIcon } from "../../ui/icons.tsx";
import { useTrashCopies } from "../actions/duplicates.ts";
import type { PhotoFilter } from "../data/library-cache.ts";
import styles from "./DuplicatesBar.module.css";

/** Over the photos that have the same file as another. */
export function DuplicatesBar({ filter }: { filter: PhotoFilter }) {
  const trashCopies = useTrashCopies();
  return (
    <p className={styles.bar}>
      <span>Photos with the same file are next to each other, the first one before its copies.</span>
      <Button icon={<TrashIcon />} disabled={trashCopies.isPending} onClick={() => trashCopies.mutate(filter)}>
        Move all copies to trash but the first
      </Button>
    </p>
  );
}
