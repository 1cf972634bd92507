import type { BatchOptions } from "../../../contract/pictures.ts";
import { Button } from "../../ui/Button.tsx";
import { Spinner } from "../../ui/Loading.tsx";
import styles from "./Settings.module.css";

type Run = { label: string; note: string; options: Partial<BatchOptions> };

const runs: Run[] = [
  { label: "Generate Missing Variants", note: "recommended", options: { missing_only: true } },
  {
    label: "Regenerate All Variants",
    note: "slower, recreates existing",
    options: { force: true, missing_only: false },
  },
  { label: "Thumbnails Only", note: "missing thumbnails for the grids", options: { size: "thumb" } },
  { label: "Medium Only", note: "missing pictures for the album strip", options: { size: "medium" } },
];

type BatchButtonsProps = {
  isProcessing: boolean;
  /** Whether there is anything to make. */
  isDue: boolean;
  onStart: (options: Partial<BatchOptions>) => void;
};

export function BatchButtons({ isProcessing, isDue, onStart }: BatchButtonsProps) {
  return (
    <>
      <ul className={styles.runs}>
        {runs.map(({ label, note, options }, index) => (
          <li key={label}>
            <Button
              kind={index === 0 && isDue ? "primary" : "plain"}
              disabled={isProcessing}
              aria-describedby={`batch-run-${index}`}
              onClick={() => onStart(options)}
            >
              {label}
            </Button>
            <span id={`batch-run-${index}`}>({note})</span>
          </li>
        ))}
      </ul>
      <p role="status" className={styles.processing}>
        {isProcessing && (
          <>
            <Spinner /> Processing...
          </>
        )}
      </p>
    </>
  );
}
