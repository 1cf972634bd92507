import { useState } from "react";
import styles from "../page/notice.module.css";
import { useLocation, useReload } from "../router/use-router.ts";

type PageFailureProps = { message: string; isFromServer?: boolean };

/** Shown below the header for a page that failed to load. */
export function PageFailure({ message, isFromServer = false }: PageFailureProps) {
  return (
    <div className={styles.notice} role="alert">
      <h1 className={styles.heading}>{message}</h1>
      {isFromServer ? <RetryLink /> : <RetryButton />}
    </div>
  );
}

/** Works without JavaScript. It loads all of the page again, since the server could compose none of it. */
function RetryLink() {
  const { pathname } = useLocation();
  return (
    <a className={styles.button} href={pathname}>
      Retry
    </a>
  );
}

function RetryButton() {
  const reload = useReload();
  const [isLoading, setLoading] = useState(false);
  const retry = async () => {
    setLoading(true);
    await reload();
    setLoading(false);
  };
  return (
    <button className={styles.button} type="button" onClick={retry} disabled={isLoading}>
      {isLoading ? "Loading..." : "Retry"}
    </button>
  );
}
