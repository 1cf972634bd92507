import { useEffect } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { announce } from "../../ui/Announcer.tsx";
import { Button } from "../../ui/Button.tsx";
import { UploadIcon, WarningIcon } from "../../ui/icons.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { countPhotos } from "../data/photo-edits.ts";
import { stopUploads, type Upload, useUploads } from "../upload/album-upload.ts";
import { usePlacedUploads } from "../upload/place-uploads.ts";
import { type UploadSummary, uploadFacts } from "../upload/upload-summary.ts";
import styles from "./UploadStatus.module.css";

/** Under every screen while files are on their way, or while some of them need the owner. */
export function UploadStatus() {
  const uploads = useUploads();
  const isUploading = uploads.some(({ summary }) => summary.unfinished > 0);
  useEffect(() => stopUploads, []);
  useEffect(() => {
    if (!isUploading) return;
    const holdBack = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", holdBack);
    return () => window.removeEventListener("beforeunload", holdBack);
  }, [isUploading]);

  if (uploads.length === 0) return null;
  return (
    <section className={styles.status} aria-label="Uploads">
      {uploads.map((upload) => (
        <UploadLine key={upload.album.slug} upload={upload} />
      ))}
    </section>
  );
}

function UploadLine({ upload }: { upload: Upload }) {
  const { album, queue, summary, isWatched } = upload;
  usePlacedUploads(upload);
  const navigate = useNavigate();
  const toast = useToast();
  const { unfinished, failed, undecided, stored, added, isSuccess, sentBytes, totalBytes } = summary;
  const isUnseen = unfinished === 0 && !isWatched;

  useEffect(() => {
    if (!isUnseen) return;
    // An open dialog shows it itself.
    if (isSuccess)
      toast({ message: `${countPhotos(stored + added)} ${stored > 0 ? "uploaded" : "added"} to ${album.title}` });
    else if (failed > 0) announce(`${countPhotos(failed)} not uploaded to ${album.title}`, { isUrgent: true });
    if (failed + undecided === 0) queue.clear();
  }, [isUnseen, isSuccess, failed, undecided, stored, added, album.title, queue, toast]);

  return (
    <p className={styles.line}>
      {failed > 0 ? <WarningIcon /> : <UploadIcon />}
      <span className={styles.words}>{wordsFor(album.title, summary)}</span>
      {unfinished > 0 && <progress value={sentBytes} max={Math.max(totalBytes, 1)} aria-label={`To ${album.title}`} />}
      <Button kind="quiet" onClick={() => navigate(paths.admin.album(album.slug), { state: { showsUpload: true } })}>
        Show
      </Button>
    </p>
  );
}

/** What needs the owner comes first; once all are done, it is all that counts. */
function wordsFor(title: string, summary: UploadSummary): string {
  const { open, closed } = uploadFacts(summary);
  const facts = summary.unfinished > 0 || open.length === 0 ? [...open, ...closed] : open;
  return `${title}: ${facts.join(" · ")}`;
}
