import type { AdminPhoto } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import { useTrash } from "../actions/trash.ts";
import styles from "./UploadRow.module.css";
import type { Original, UploadQueue, UploadState } from "./upload-queue.ts";

export type DuplicateChoiceProps = {
  id: number;
  fileName: string;
  state: UploadState;
  queue: UploadQueue;
  /** Puts photos of the library into the album, by row. */
  onAdd: (photos: ReadonlyMap<number, AdminPhoto>) => void;
};

/** A second copy may be intended; only the owner knows. */
export function DuplicateChoice({ id, fileName, state, queue, onAdd }: DuplicateChoiceProps) {
  const { trash } = useTrash();

  if (state.status === "duplicate") {
    const { original } = state;
    const photo = photoToAdd(state);
    return (
      <div className={styles.choice}>
        {"photo" in original && <img src={original.photo.image_urls.thumb} alt="" width={48} height={48} />}
        <p>
          The same file as “{state.name}”.{placeWords[original.place]}
        </p>
        <Button onClick={() => queue.decide([id], { status: "skipped" })} aria-label={`Skip ${fileName}`}>
          Skip
        </Button>
        {photo && (
          <Button onClick={() => onAdd(new Map([[id, photo]]))} aria-label={`Add the existing photo here: ${fileName}`}>
            Add the existing photo here
          </Button>
        )}
        <Button onClick={() => queue.sendAgain(id)} aria-label={`Upload anyway: ${fileName}`}>
          Upload anyway
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
            queue.decide([id], { status: "skipped" });
            trash([photo.id]);
          }}
        >
          Move this copy to trash
        </Button>
        <Button onClick={() => queue.decide([id], { status: "done", photo })}>Keep both</Button>
      </div>
    );
  }
  return null;
}

const placeWords: Record<Original["place"], string> = {
  here: " It is in this album.",
  library: "",
  trash: " It is in the trash.",
  arriving: " It is on its way to another album.",
  row: "",
};

/** The photo that can be shown in this album as well. */
export function photoToAdd(state: UploadState): AdminPhoto | undefined {
  return state.status === "duplicate" && state.original.place === "library" ? state.original.photo : undefined;
}
