import { useEffect } from "react";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { acceptedNames, UPLOAD_SUCCESS_DELAY_MS } from "../../../contract/limits.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { type AlbumUpload, useAddExisting, useWatchedUpload } from "./album-upload.ts";
import { type DuplicateChoiceProps, photoToAdd } from "./DuplicateChoice.tsx";
import type { ChosenFiles } from "./dropped-files.ts";
import { FileChooser } from "./FileChooser.tsx";
import styles from "./UploadDialog.module.css";
import { UploadProgress } from "./UploadProgress.tsx";
import { UploadRowView } from "./UploadRowView.tsx";
import type { UploadRow, UploadState } from "./upload-queue.ts";

type UploadDialogProps = {
  album: Pick<AdminAlbum, "slug" | "title">;
  upload: AlbumUpload;
  /** Files in dropped folders that are not pictures. */
  leftOut: number;
  isFileOver: boolean;
  onChoose: (chosen: ChosenFiles) => void;
  onClose: () => void;
};

export function UploadDialog({ album, upload, leftOut, isFileOver, onChoose, onClose }: UploadDialogProps) {
  const { queue, rows, summary } = upload;
  const isUploading = summary.unfinished > 0;
  const addExisting = useAddExisting(upload);

  useWatchedUpload(upload);
  useEffect(() => {
    if (!summary.isSuccess) return;
    const timer = setTimeout(onClose, UPLOAD_SUCCESS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [summary.isSuccess, onClose]);

  return (
    <Dialog
      title={`Upload photos to ${album.title}`}
      width="wide"
      onClose={onClose}
      actions={
        <>
          <BulkDecisions upload={upload} onAdd={addExisting.mutate} />
          {isUploading ? (
            <>
              <Button onClick={queue.cancelAll}>Cancel upload</Button>
              <Button kind="primary" onClick={onClose}>
                Continue in background
              </Button>
            </>
          ) : (
            <Button onClick={onClose}>Close</Button>
          )}
        </>
      }
    >
      <FileChooser
        isOver={isFileOver}
        isCompact={rows.length > 0}
        maxMb={upload.maxMb}
        acceptsHeic={upload.acceptsHeic}
        onChoose={onChoose}
      />
      {leftOut > 0 && (
        <p className={styles.notice}>
          {leftOut === 1 ? "1 file" : `${leftOut} files`} in the folder skipped: not {acceptedNames(upload.acceptsHeic)}
          .
        </p>
      )}
      {rows.length > 0 && (
        <>
          <UploadProgress summary={summary} />
          <ul className={styles.rows} aria-label="Files">
            {failuresFirst(rows).map((row) => (
              <UploadRowView key={row.id} row={row} queue={queue} onAdd={addExisting.mutate} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

type BulkDecisionsProps = { upload: AlbumUpload; onAdd: DuplicateChoiceProps["onAdd"] };

function BulkDecisions({ upload: { queue, rows }, onAdd }: BulkDecisionsProps) {
  const duplicates = rows.filter(({ state }) => state.status === "duplicate").map(({ id }) => id);
  const elsewhere = new Map(
    rows.flatMap(({ id, state }) => {
      const photo = photoToAdd(state);
      return photo ? [[id, photo] as const] : [];
    }),
  );
  const failed = rows.filter(({ state }) => state.status === "failed" && state.canRetry);
  return (
    <>
      {duplicates.length > 1 && (
        <>
          <Button onClick={() => queue.decide(duplicates, { status: "skipped" })}>Skip all duplicates</Button>
          {elsewhere.size > 1 && <Button onClick={() => onAdd(elsewhere)}>Add all existing photos here</Button>}
          <Button onClick={() => queue.sendAgain(...duplicates)}>Upload all anyway</Button>
        </>
      )}
      {failed.length > 1 && (
        <Button kind="primary" onClick={() => queue.sendAgain(...failed.map((row) => row.id))}>
          Retry all
        </Button>
      )}
    </>
  );
}

const RANKS: Partial<Record<UploadState["status"], number>> = { failed: 0, duplicate: 1, "stored-duplicate": 1 };

/** What needs the owner comes first; the rest stays in its order. */
const failuresFirst = (rows: readonly UploadRow[]) =>
  rows.toSorted((one, other) => (RANKS[one.state.status] ?? 2) - (RANKS[other.state.status] ?? 2));
