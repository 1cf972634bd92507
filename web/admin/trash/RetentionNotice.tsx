import { useQuery } from "@tanstack/react-query";
import { formatDate } from "../../ui/format-date.ts";
import { retentionQuery } from "../data/trash-retention.api.ts";
import styles from "./Trash.module.css";

/** Announces that photos disappear from here without anyone deleting them. */
export function RetentionNotice() {
  const { data } = useQuery(retentionQuery);
  if (!data || data.starts_at === null) return null;
  const isAhead = new Date(data.starts_at) > new Date();
  return (
    <p className={styles.retention}>
      Photos are permanently deleted {data.days} days after they were moved here
      {isAhead && `, none before ${formatDate(data.starts_at)}`}. You can change this in Settings.
    </p>
  );
}
