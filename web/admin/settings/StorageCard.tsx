import { useQuery } from "@tanstack/react-query";
import { downloadLibrary } from "../../../contract/export.ts";
import type { BackupStatus } from "../../../contract/storage.ts";
import { Button } from "../../ui/Button.tsx";
import { formatDateTime } from "../../ui/format-date.ts";
import { formatSpace } from "../../ui/format-space.ts";
import { WarningIcon } from "../../ui/icons.tsx";
import { useDownload } from "../actions/download.ts";
import { countPhotos } from "../data/photo-edits.ts";
import { diskUse } from "../data/settings.api.ts";
import { storageQuery } from "../data/storage.api.ts";
import styles from "./Settings.module.css";
import { TrashRetentionField } from "./TrashRetentionField.tsx";

/** What the owner of a site wants to know about the machine without signing in to it. */
export function StorageCard() {
  const storage = useQuery(storageQuery);
  const use = useQuery(diskUse);
  const download = useDownload(downloadLibrary);
  if (!storage.data) return null;
  const { disk, is_remote, trash, backup } = storage.data;
  const pictures = use.data?.sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const facts = [
    [
      is_remote ? "Free on the server (photos are in S3)" : "Free on the server",
      `${formatSpace(disk.free_bytes)} of ${formatSpace(disk.total_bytes)}`,
    ],
    ["Last backup", backup.last_at ? formatDateTime(backup.last_at) : "None yet"],
    ["Original files", use.data && formatSpace(use.data.uploaded_bytes)],
    ["Smaller sizes", pictures !== undefined && formatSpace(pictures)],
    ["In the trash", trash.photos === 0 ? "Nothing" : `${countPhotos(trash.photos)}, ${formatSpace(trash.bytes)}`],
  ] as const;
  return (
    <div className={styles.card}>
      <BackupAdvice backup={backup} />
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || "–"}</dd>
          </div>
        ))}
      </dl>
      <TrashRetentionField />
      <div className={styles.download}>
        <Button onClick={() => download.mutate()} disabled={download.isPending}>
          Download everything
        </Button>
        <p>
          All original files with their texts as one ZIP. The trash is left out. This is not a backup and cannot be
          restored.
        </p>
      </div>
    </div>
  );
}

function BackupAdvice({ backup }: { backup: BackupStatus }) {
  if (backup.state === "recent") return null;
  return (
    <div className={`${styles.banner} ${styles.warning}`}>
      <WarningIcon />
      <div>
        <p className={styles.bannerTitle}>
          {backup.state === "never" ? "No backup is set up" : "The last backup is more than a week old"}
        </p>
        <p>
          {backup.state === "never"
            ? "If the server's disk breaks, the photos are gone. The operations guide has a nightly backup ready to switch on."
            : "Nightly backups have stopped, or they fail. On the server, systemctl status vitrine-backup shows why."}
        </p>
      </div>
    </div>
  );
}
