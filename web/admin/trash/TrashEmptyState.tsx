import { TrashIcon } from "../../ui/icons.tsx";
import styles from "./Trash.module.css";

export function TrashEmptyState() {
  return (
    <div className={styles.empty}>
      <TrashIcon />
      <h2>Trash is empty</h2>
      <p>No deleted photos found. Photos moved to trash will appear here.</p>
      <p>Tip: click Refresh Trash to look again, for instance after deleting photos in another window.</p>
    </div>
  );
}
