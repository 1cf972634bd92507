import type { z } from "zod";
import type { BatchJob } from "../../../contract/pictures.ts";
import { formatDateTime } from "../../ui/format-date.ts";
import { useAnnouncedSteps } from "../../ui/use-announced-steps.ts";
import styles from "./Settings.module.css";

/** The progress of the running batch, or the outcome of the last one. */
export function BatchJobProgress({ job }: { job: z.infer<typeof BatchJob> }) {
  const { state, processed, total, failed, started_at } = job;
  useAnnouncedSteps(state === "running" ? processed / Math.max(total, 1) : 1, "Batch run");
  return (
    <div className={styles.job}>
      <p>
        {state === "running" ? "Running" : "Last run"} · {processed.toLocaleString()} of {total.toLocaleString()} photos
        {failed > 0 && ` · ${failed.toLocaleString()} failed`} · started {formatDateTime(started_at)}
      </p>
      {state === "running" && <progress value={processed} max={Math.max(total, 1)} aria-label="Batch progress" />}
    </div>
  );
}
