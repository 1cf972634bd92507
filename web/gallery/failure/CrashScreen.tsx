import styles from "../page/notice.module.css";

/** Shows the details, so that the owner can report them. */
export function CrashScreen({ error }: { error: unknown }) {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  return (
    <main>
      <div className={styles.notice} role="alert">
        <h1 className={styles.heading}>Something went wrong</h1>
        <p className={styles.text}>{message}</p>
        {stack && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
          <pre className={styles.stack} tabIndex={0}>
            {stack}
          </pre>
        )}
      </div>
    </main>
  );
}
