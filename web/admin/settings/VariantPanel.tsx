import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { CheckIcon, WarningIcon } from "../../ui/icons.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { batchFailures, batchStatus, diskUse, useStartBatch } from "../data/settings.api.ts";
import { BatchButtons } from "./BatchButtons.tsx";
import { BatchFailures } from "./BatchFailures.tsx";
import { BatchJobProgress } from "./BatchJobProgress.tsx";
import styles from "./Settings.module.css";
import { VariantStatistics } from "./VariantStatistics.tsx";

export function VariantPanel() {
  const status = useQuery(batchStatus);
  const job = status.data?.job ?? null;
  const failures = useQuery(batchFailures(job?.failed ?? 0));
  const space = useQuery(diskUse);
  const start = useStartBatch();
  const isProcessing = start.isPending || job?.state === "running";
  const [isRefreshing, setRefreshing] = useState(false);
  const error = start.error ?? status.error ?? failures.error;

  async function refresh() {
    if (!start.isPending) start.reset();
    setRefreshing(true);
    await Promise.all([status.refetch(), failures.refetch(), space.refetch()]);
    setRefreshing(false);
  }

  return (
    <div className={styles.card}>
      <header className={styles.cardHeader}>
        <h4>Image Variant Processing</h4>
        <Button className={styles.refresh} onClick={refresh}>
          {isRefreshing || status.isPending ? "Loading..." : "Refresh"}
        </Button>
      </header>
      {status.isPending && <Loading />}
      {status.data && (
        <>
          <VariantStatistics statistics={status.data.statistics} />
          {status.data.recommendations.should_run_batch && (
            <div className={`${styles.banner} ${styles.warning}`}>
              <WarningIcon />
              <div>
                <p className={styles.bannerTitle}>Batch Processing Recommended</p>
                <p>Estimated processing time: {status.data.recommendations.estimated_processing_time}</p>
              </div>
            </div>
          )}
          {!status.data.recommendations.should_run_batch && status.data.statistics.estimated_missing_variants > 0 && (
            <p className={styles.remark}>The missing sizes are being made in the background.</p>
          )}
        </>
      )}
      {job && <BatchJobProgress job={job} />}
      {/* Not before the status, which would push them down. */}
      {!status.isPending && (
        <BatchButtons
          isProcessing={isProcessing}
          isDue={status.data?.recommendations.should_run_batch ?? false}
          onStart={start.mutate}
        />
      )}
      <div role="status">
        {start.data && (
          <div className={`${styles.banner} ${styles.success}`}>
            <CheckIcon />
            <div>
              <p>{start.data.message}</p>
              {job?.state !== "running" && <p>Processed {start.data.total_photos} photos</p>}
            </div>
          </div>
        )}
      </div>
      <div role="alert">
        {error && (
          <div className={`${styles.banner} ${styles.error}`}>
            <WarningIcon />
            <p>{batchErrorMessage(error)}</p>
          </div>
        )}
      </div>
      {failures.data && failures.data.photos.length > 0 && <BatchFailures failures={failures.data.photos} />}
    </div>
  );
}

/** Spec section 8: batch processing errors show the HTTP status. */
function batchErrorMessage(error: Error): string {
  if (!(error instanceof ApiError) || error.status === 0) return error.message;
  return error.hasServerMessage ? `HTTP ${error.status}: ${error.message}` : `HTTP ${error.status}`;
}
