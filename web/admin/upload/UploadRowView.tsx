import { memo } from "react";
import { Button, IconButton } from "../../ui/Button.tsx";
import { CheckIcon, CloseIcon } from "../../ui/icons.tsx";
import { DuplicateChoice, type DuplicateChoiceProps } from "./DuplicateChoice.tsx";
import { FileThumbnail } from "./FileThumbnail.tsx";
import { fileSize } from "./file-size.ts";
import { UploadErrorNote } from "./UploadErrorNote.tsx";
import styles from "./UploadRow.module.css";
import { isUnfinished, type UploadRow, type UploadState } from "./upload-queue.ts";

type UploadRowViewProps = Pick<DuplicateChoiceProps, "queue" | "onAdd"> & { row: UploadRow };

/** Memoized, because a transfer reports many times a second and only its row changes. */
export const UploadRowView = memo(function UploadRowView({ row, queue, onAdd }: UploadRowViewProps) {
  const { id, file, state } = row;
  const nameId = `upload-${id}`;
  return (
    <li className={styles.row} data-status={state.status}>
      <FileThumbnail file={file} />
      <div className={styles.file}>
        <p id={nameId} className={styles.name}>
          {file.name}
        </p>
        <p className={styles.facts}>
          {fileSize(file.size)} · {stateWords(file, state)}
        </p>
        {isUnfinished(state) && <RowProgress file={file} state={state} />}
        {state.status === "failed" && <UploadErrorNote error={state.error} />}
        <DuplicateChoice id={id} fileName={file.name} state={state} queue={queue} onAdd={onAdd} />
      </div>
      <div className={styles.actions}>
        {(state.status === "done" || state.status === "added") && <CheckIcon />}
        {state.status === "failed" && state.canRetry && (
          <Button onClick={() => queue.sendAgain(id)} aria-describedby={nameId}>
            Retry
          </Button>
        )}
        {isUnfinished(state) && state.status !== "cancelling" && (
          <IconButton label={`Cancel ${file.name}`} icon={<CloseIcon />} onClick={() => queue.cancel(id)} />
        )}
      </div>
    </li>
  );
});

function RowProgress({ file, state }: { file: File; state: UploadState }) {
  if (state.status === "processing" || state.status === "cancelling") return <progress aria-label={file.name} />;
  return <progress value={state.status === "sending" ? state.sentBytes : 0} max={file.size} aria-label={file.name} />;
}

function stateWords(file: File, state: UploadState): string {
  if (state.status === "duplicate") return state.original.place === "row" ? "Chosen twice" : "Already in the library";
  if (state.status === "sending") return `${Math.floor((state.sentBytes / file.size) * 100)}% sent`;
  return WORDS[state.status];
}

const WORDS: Record<Exclude<UploadState["status"], "duplicate" | "sending">, string> = {
  checking: "Checking for duplicates",
  waiting: "Waiting",
  processing: "Creating smaller versions",
  "stored-duplicate": "Uploaded, but a duplicate",
  done: "Uploaded",
  failed: "Not uploaded",
  added: "Added from the library",
  skipped: "Not uploaded again",
  cancelling: "Cancelling",
  cancelled: "Cancelled",
};
