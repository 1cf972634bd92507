import styles from "./Backdrop.module.css";

/** Dims the page behind an open drawer. Keyboards close the drawer with Escape, so it is no tab stop. */
export function Backdrop({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <button
      type="button"
      className={styles.backdrop}
      aria-label={label}
      tabIndex={-1}
      data-stays-active
      onClick={onClose}
    />
  );
}
