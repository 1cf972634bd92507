import type { ResponseOf } from "../../../contract/endpoint.ts";
import type { listBatchFailures } from "../../../contract/pictures.ts";
import styles from "./Settings.module.css";

type Failures = ResponseOf<typeof listBatchFailures>["photos"];

/** Photos that failed too often are not retried; this lists them with the reason. */
export function BatchFailures({ failures }: { failures: Failures }) {
  return (
    <section aria-labelledby="batch-failures" className={styles.failures}>
      <h4 id="batch-failures">Photos that could not be processed</h4>
      <ul>
        {failures.map(({ photo, reason }) => (
          <li key={photo.id}>
            {photo.title && <span className={styles.failedTitle}>{photo.title}</span>}
            <span className={styles.failedFile}>{photo.filename}</span>
            <span>{reason}</span>
            <a href={photo.file_url}>Open the uploaded file</a>
          </li>
        ))}
      </ul>
      <p>Export the photo again, upload it and move this one to the trash, or try Regenerate All Variants.</p>
    </section>
  );
}
