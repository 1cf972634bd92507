import styles from "../page/notice.module.css";

export function Loading() {
  return (
    <p className={styles.notice} role="status">
      Loading...
    </p>
  );
}
