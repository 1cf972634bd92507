import { useQuery } from "@tanstack/react-query";
import { summaryQuery } from "../data/session.api.ts";
import styles from "./DiskNotice.module.css";

/** Above every screen while the server has little space left. */
export function DiskNotice() {
  const { data } = useQuery(summaryQuery);
  if (!data || data.disk.level === "ok") return null;
  const left = `${(data.disk.free_bytes / 1_000_000_000).toFixed(1)} GB`;
  return (
    <p role="alert" className={styles.notice}>
      {data.disk.level === "full"
        ? "The server's disk is full, so no photos can be uploaded. Delete photos and empty the trash to make space."
        : `The server's disk is almost full: ${left} left. Delete photos and empty the trash to make space.`}
    </p>
  );
}
