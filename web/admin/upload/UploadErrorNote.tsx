import type { UploadError } from "../../../contract/uploads.ts";
import styles from "./UploadErrorNote.module.css";
import { uploadFaults } from "./upload-faults.tsx";

/** Why a file was not uploaded, what is known about it, and what to do. */
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

/** Only what the server told. */
function detailsOf({ error_type, error_details: told }: UploadError): [string, string][] {
  const details: [string, string][] = [["Error type", error_type]];
  if (told.reason) details.push(["Reason", told.reason]);
  if (told.operation) details.push(["Operation", told.operation]);
  if (told.target_directory) details.push(["Target directory", told.target_directory]);
  if (told.missing_variants) details.push(["Missing variants", told.missing_variants.join(", ")]);
  if (told.permission_check) {
    const writable = (can: boolean) => (can ? "writable" : "not writable");
    details.push(["Storage", writable(told.permission_check.storage)]);
    details.push(["First level", writable(told.permission_check.level1)]);
    details.push(["Parent", writable(told.permission_check.parent)]);
  }
  return details;
}
