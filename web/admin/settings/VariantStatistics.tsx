import type { ResponseOf } from "../../../contract/endpoint.ts";
import type { getBatchStatus } from "../../../contract/pictures.ts";
import { completionColour } from "./completion-colour.ts";
import styles from "./Settings.module.css";

type Statistics = ResponseOf<typeof getBatchStatus>["statistics"];

export function VariantStatistics({ statistics }: { statistics: Statistics }) {
  const { total_photos, estimated_missing_variants, completion_percentage } = statistics;
  return (
    <>
      <dl className={styles.statistics}>
        <div>
          <dt>Total Photos</dt>
          <dd>{total_photos.toLocaleString()}</dd>
        </div>
        <div>
          <dt>Missing Variants</dt>
          <dd>{estimated_missing_variants.toLocaleString()}</dd>
        </div>
        <div>
          <dt>Complete</dt>
          <dd>{completion_percentage}%</dd>
        </div>
      </dl>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label="Complete"
        aria-valuenow={completion_percentage}
        aria-valuemin={0}
        aria-valuemax={100}
        data-colour={completionColour(completion_percentage)}
      >
        <div style={{ width: `${completion_percentage}%` }} />
      </div>
    </>
  );
}
