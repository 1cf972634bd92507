import { CheckIcon, WarningIcon } from "../../ui/icons.tsx";
import { useAnnouncedSteps } from "../../ui/use-announced-steps.ts";
import { fileSize } from "./file-size.ts";
import styles from "./UploadDialog.module.css";
import { type UploadSummary, uploadFacts } from "./upload-summary.ts";

/** The progress of all files together. */
export function UploadProgress({ summary }: { summary: UploadSummary }) {
  const { unfinished, failed, sentBytes, totalBytes, isSuccess } = summary;
  const { open, closed } = uploadFacts(summary);
  const words = [...closed, ...open].join(" · ");
  useAnnouncedSteps(unfinished === 0 ? 1 : Math.min(0.99, sentBytes / Math.max(totalBytes, 1)), "Upload", words);
  return (
    <div className={`${styles.progress} ${isSuccess ? styles.success : ""}`}>
      {isSuccess && <CheckIcon />}
      {failed > 0 && unfinished === 0 && <WarningIcon />}
      {/* Said by the announcer, in steps: the status would be read out with every file. */}
      <p role="status" aria-live="off">
        {words}
      </p>
      {unfinished > 0 && (
        <>
          {/* Outside the status: it changes many times a second, and would be read out each time. */}
          <p className={styles.bytes}>
            {fileSize(sentBytes)} of {fileSize(totalBytes)}
          </p>
          <progress value={sentBytes} max={Math.max(totalBytes, 1)} aria-label="All files" />
        </>
      )}
    </div>
  );
}
