import { useEffect, useEffectEvent } from "react";
import { useBlocker } from "react-router";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { UPLOAD_SUCCESS_DELAY_MS } from "../../../contract/limits.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import type { Upload } from "../data/upload.api.ts";
import type { ChosenFiles } from "./dropped-files.ts";
import { FileChooser } from "./FileChooser.tsx";
import styles from "./UploadDialog.module.css";
import { UploadProgress } from "./UploadProgress.tsx";
import { UploadRowView } from "./UploadRowView.tsx";

type UploadDialogProps = {
  album: Pick<AdminAlbum, "slug" | "title">;
  upload: Upload;
  /** Files in dropped folders that are not pictures. */
  leftOut: number;
  isFileOver: boolean;
  onChoose: (chosen: ChosenFiles) => void;
  onClose: () => void;
};

export function UploadDialog({ album, upload, leftOut, isFileOver, onChoose, onClose }: UploadDialogProps) {
  const { queue, rows, summary } = upload;
  const confirm = useConfirm();
  const isUploading = summary.unfinished > 0;

  const mayLeave = async () =>
    !isUploading ||
    (await confirm({
      title: "Stop the upload?",
      question: `${photos(summary.unfinished)} not uploaded yet. Photos already uploaded stay in the album.`,
      confirmLabel: "Stop Upload",
    }));

  async function close() {
    if (await mayLeave()) onClose();
  }

  useAskBeforeLeaving(isUploading, mayLeave);
  useEffect(() => {
    if (!summary.isSuccess) return;
    const timer = setTimeout(onClose, UPLOAD_SUCCESS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [summary.isSuccess, onClose]);

  return (
    <Dialog
      title={`Upload Photos to ${album.title}`}
      width="wide"
      onClose={close}
      actions={
        <>
          <BulkDecisions upload={upload} />
          {isUploading ? (
            <Button onClick={queue.cancelAll}>Cancel Upload</Button>
          ) : (
            <Button onClick={onClose}>Close</Button>
          )}
        </>
      }
    >
      <FileChooser isOver={isFileOver} isCompact={rows.length > 0} maxMb={upload.maxMb} onChoose={onChoose} />
      {leftOut > 0 && (
        <p className={styles.notice}>
          {leftOut === 1 ? "1 file" : `${leftOut} files`} in the folder skipped: not JPEG, PNG, GIF or WebP.
        </p>
      )}
      {rows.length > 0 && (
        <>
          <UploadProgress summary={summary} />
          <ul className={styles.rows} aria-label="Files">
            {rows.map((row) => (
              <UploadRowView key={row.id} row={row} queue={queue} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

function BulkDecisions({ upload: { queue, rows } }: { upload: Upload }) {
  const duplicates = rows.filter(({ state }) => state.status === "duplicate");
  const failed = rows.filter(({ state }) => state.status === "failed" && state.canRetry);
  return (
    <>
      {duplicates.length > 1 && (
        <>
          <Button onClick={() => queue.cancel(...duplicates.map((row) => row.id))}>Skip All Duplicates</Button>
          <Button onClick={() => queue.sendAgain(...duplicates.map((row) => row.id))}>Upload All Anyway</Button>
        </>
      )}
      {failed.length > 1 && (
        <Button kind="primary" onClick={() => queue.sendAgain(...failed.map((row) => row.id))}>
          Retry All
        </Button>
      )}
    </>
  );
}

/** Closing the tab asks in the browser's words; going to another screen asks in ours. */
function useAskBeforeLeaving(isUploading: boolean, mayLeave: () => Promise<boolean>) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUploading && currentLocation.pathname !== nextLocation.pathname,
  );

  // Ask once per attempt to leave, not on every progress update.
  const ask = useEffectEvent(async () => {
    const leaves = await mayLeave();
    if (leaves) blocker.proceed?.();
    else blocker.reset?.();
  });

  useEffect(() => {
    if (blocker.state === "blocked") void ask();
  }, [blocker.state]);

  useEffect(() => {
    if (!isUploading) return;
    const holdBack = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", holdBack);
    return () => window.removeEventListener("beforeunload", holdBack);
  }, [isUploading]);
}

const photos = (count: number) => (count === 1 ? "1 photo is" : `${count} photos are`);
