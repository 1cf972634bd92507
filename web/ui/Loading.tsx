import styles from "./Loading.module.css";

export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}

export function Loading() {
  return (
    <div className={styles.loading} role="status">
      <Spinner />
      Loading...
    </div>
  );
}
