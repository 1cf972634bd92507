import { useState } from "react";
import styles from "../page/notice.module.css";
import { useReload } from "../router/use-router.ts";

/** Shown below the header for a page that failed to load. */
export function PageFailure({ message }: { message: string }) {
  const reload = useReload();
  const [isLoading, setLoading] = useState(false);
  const retry = async () => {
    setLoading(true);
    await reload();
    setLoading(false);
  };
  return (
    <div className={styles.notice} role="alert">
      <h1 className={styles.heading}>{message}</h1>
      <button className={styles.button} type="button" onClick={retry} disabled={isLoading}>
        {isLoading ? "Loading..." : "Retry"}
      </button>
    </div>
  );
}
