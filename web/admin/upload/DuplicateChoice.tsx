import { Button } from "../../ui/Button.tsx";
import { useTrashPhoto } from "../data/trash.api.ts";
import styles from "./UploadRow.module.css";
import type { UploadQueue, UploadState } from "./upload-queue.ts";

type DuplicateChoiceProps = { id: number; state: UploadState; queue: UploadQueue };

/** The same bytes twice may be meant; only the owner knows. */
export function DuplicateChoice({ id, state, queue }: DuplicateChoiceProps) {
  const trashPhoto = useTrashPhoto();

  if (state.status === "duplicate") {
    return (
      <div className={styles.choice}>
        {state.thumb && <img src={state.thumb} alt="" width={48} height={48} />}
        <p>The same file as “{state.title}”.</p>
        <Button onClick={() => queue.cancel(id)}>Skip</Button>
        <Button onClick={() => queue.sendAgain(id)}>Upload Anyway</Button>
      </div>
    );
  }
  if (state.status === "stored-duplicate") {
    const { photo } = state;
    return (
      <div className={styles.choice}>
        <p>The library had this very file before.</p>
        <Button
          onClick={() => {
            queue.cancel(id);
            trashPhoto.mutate(photo.id);
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
