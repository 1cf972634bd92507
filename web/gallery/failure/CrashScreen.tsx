import { useRouteError } from "react-router";
import styles from "./failure.module.css";

/** A bug of ours: says what it knows, so that the owner can pass it on. */
export function CrashScreen() {
  const error = useRouteError();
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  return (
    <main className={styles.notice} role="alert">
      <h1 className={styles.heading}>Something went wrong</h1>
      <p className={styles.text}>{message}</p>
      {stack && <pre className={styles.stack}>{stack}</pre>}
    </main>
  );
}
