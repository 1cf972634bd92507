import { UploadIcon } from "../../ui/icons.tsx";
import styles from "./DropHint.module.css";

/** Covers the page while files are dragged over it. */
export function DropHint({ title }: { title: string }) {
  return (
    <div className={styles.hint}>
      <UploadIcon />
      <p>Drop to upload to {title}</p>
    </div>
  );
}
