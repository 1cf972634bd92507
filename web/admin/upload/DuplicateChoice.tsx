import { Button } from "../../ui/Button.tsx";
import { useTrash } from "../data/trash.api.ts";
import type { UploadQueue, UploadState } from "../data/upload-queue.ts";
import styles from "./UploadRow.module.css";

type DuplicateChoiceProps = { id: number; fileName: string; state: UploadState; queue: UploadQueue };

/** A second copy may be intended; only the owner knows. */
export function DuplicateChoice({ id, fileName, state, queue }: DuplicateChoiceProps) {
  const { trash } = useTrash();

  if (state.status === "duplicate") {
    return (
      <div className={styles.choice}>
        {state.thumb && <img src={state.thumb} alt="" width={48} height={48} />}
        <p>The same file as “{state.title}”.</p>
        <Button onClick={() => queue.cancel(id)} aria-label={`Skip ${fileName}`}>
          Skip
        </Button>
        <Button onClick={() => queue.sendAgain(id)} aria-label={`Upload Anyway: ${fileName}`}>
          Upload Anyway
        </Button>
      </div>
    );
  }
  if (state.status === "stored-duplicate") {
    const { photo } = state;
    return (
      <div className={styles.choice}>
        <p>This exact file is already in your library.</p>
        <Button
          onClick={() => {
            queue.cancel(id);
            trash([photo.id]);
          }}
        >
          Move This Copy to Trash
        </Button>
        <Button onClick={() => queue.keep(id, photo)}>Keep Both</Button>
      </div>
    );
  }
  return null;
}
