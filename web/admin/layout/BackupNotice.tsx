import { useQuery } from "@tanstack/react-query";
import { formatDate } from "../../ui/format-date.ts";
import { summaryQuery } from "../data/session.api.ts";
import styles from "./DiskNotice.module.css";

/** Above every screen when backups were made once and have stopped. Without any, Settings says so. */
export function BackupNotice() {
  const { data } = useQuery(summaryQuery);
  if (data?.backup.state !== "overdue" || !data.backup.last_at) return null;
  return (
    <p role="alert" className={styles.notice}>
      The last good backup is from {formatDate(data.backup.last_at)}, more than a week ago. Settings says what to do.
    </p>
  );
}
