import type { UploadError } from "../../../contract/uploads.ts";
import styles from "./UploadErrorNote.module.css";
import { uploadFaults } from "./upload-faults.tsx";

/** Why a file was not uploaded, the details, and what to do. */
export function UploadErrorNote({ error }: { error: UploadError }) {
  const { title, icon, suggestion } = uploadFaults[error.error_type];
  const details = detailsOf(error);
  return (
    <div className={styles.note}>
      <span className={styles.icon}>{icon}</span>
      <div>
        <p className={styles.title}>{title}</p>
        <p>{error.error}</p>
        <p>{error.error_details.suggestion ?? suggestion}</p>
        <details>
          <summary>Details</summary>
          <dl>
            {details.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </div>
  );
}

/** Only what the server sent. */
function detailsOf({ error_type, error_details: sent }: UploadError): [string, string][] {
  const details: [string, string][] = [["Error type", error_type]];
  if (sent.reason) details.push(["Reason", sent.reason]);
  if (sent.operation) details.push(["Operation", sent.operation]);
  if (sent.target_directory) details.push(["Target directory", sent.target_directory]);
  if (sent.missing_variants) details.push(["Missing variants", sent.missing_variants.join(", ")]);
  if (sent.permission_check) {
    const writable = (can: boolean) => (can ? "writable" : "not writable");
    details.push(["Storage", writable(sent.permission_check.storage)]);
    details.push(["First level", writable(sent.permission_check.level1)]);
    details.push(["Parent", writable(sent.permission_check.parent)]);
  }
  return details;
}
