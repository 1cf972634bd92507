import type { Zoom } from "./use-zoom.ts";
import styles from "./ZoomSlider.module.css";

export function ZoomSlider({ label, zoom: { px, min, max, set } }: { label: string; zoom: Zoom }) {
  return (
    <input
      type="range"
      className={styles.slider}
      aria-label={label}
      title={label}
      min={min}
      max={max}
      value={px}
      onChange={({ target }) => set(Number(target.value))}
    />
  );
}
