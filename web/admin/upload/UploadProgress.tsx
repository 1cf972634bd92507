import { CheckIcon, WarningIcon } from "../../ui/icons.tsx";
import { fileSize } from "./file-size.ts";
import styles from "./UploadDialog.module.css";
import type { UploadSummary } from "./upload-queue.ts";

/** How it goes with all files together. */
export function UploadProgress({ summary }: { summary: UploadSummary }) {
  const { unfinished, undecided, stored, failed, sentBytes, totalBytes, isSuccess } = summary;
  const photos = (count: number) => (count === 1 ? "1 photo" : `${count} photos`);
  const facts = [
    unfinished > 0 &&
      `${stored} of ${photos(stored + unfinished)} uploaded, ${fileSize(sentBytes)} of ${fileSize(totalBytes)}`,
    unfinished === 0 && stored > 0 && `${photos(stored)} uploaded`,
    failed > 0 && `${photos(failed)} not uploaded`,
    undecided > 0 && `${undecided === 1 ? "1 duplicate" : `${undecided} duplicates`} to decide on`,
  ].filter(Boolean);

  return (
    <div className={`${styles.progress} ${isSuccess ? styles.success : ""}`}>
      {isSuccess && <CheckIcon />}
      {failed > 0 && unfinished === 0 && <WarningIcon />}
      {/* Announced when the wording settles, not at every byte. */}
      <p role="status">{facts.join(" · ")}</p>
      {unfinished > 0 && <progress value={sentBytes} max={Math.max(totalBytes, 1)} aria-label="All files" />}
    </div>
  );
}
