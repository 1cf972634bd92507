import { countPhotos } from "../data/photo-edits.ts";
import { isUnfinished, storedPhotoOf, type UploadRow, type UploadState } from "./upload-queue.ts";

/** Each row counts in one of these, apart from second copies that are stored and undecided. */
export type UploadSummary = {
  unfinished: number;
  undecided: number;
  /** Photos that this upload has put into the album. */
  stored: number;
  added: number;
  skipped: number;
  cancelled: number;
  failed: number;
  sentBytes: number;
  totalBytes: number;
  /** Everything to be sent has been stored, and nothing is left to decide. */
  isSuccess: boolean;
};

export function summarise(rows: readonly UploadRow[]): UploadSummary {
  const count = (...statuses: UploadState["status"][]) =>
    rows.filter((row) => statuses.includes(row.state.status)).length;
  const unfinished = rows.filter((row) => isUnfinished(row.state)).length;
  const undecided = count("duplicate", "stored-duplicate");
  const stored = rows.filter(storedPhotoOf).length;
  const [added, skipped, cancelled, failed] = [count("added"), count("skipped"), count("cancelled"), count("failed")];
  let sentBytes = 0;
  let totalBytes = 0;
  for (const { file, state } of rows) {
    const sent = sentOf(file, state);
    if (sent === null) continue;
    sentBytes += sent;
    totalBytes += file.size;
  }
  const isSuccess = stored + added > 0 && unfinished + undecided + failed === 0;
  return { unfinished, undecided, stored, added, skipped, cancelled, failed, sentBytes, totalBytes, isSuccess };
}

/** Null for rows that do not count toward the total progress. */
function sentOf(file: File, state: UploadState): number | null {
  if (state.status === "sending") return state.sentBytes;
  if (state.status === "checking" || state.status === "waiting") return 0;
  return ["processing", "done", "stored-duplicate"].includes(state.status) ? file.size : null;
}

/** "3 of 40 photos uploaded", and what became of the others. `open` are those that need the owner. */
export function uploadFacts(summary: UploadSummary): { open: string[]; closed: string[] } {
  const { unfinished, undecided, stored, added, skipped, cancelled, failed } = summary;
  const duplicates = (count: number) => (count === 1 ? "1 duplicate" : `${count} duplicates`);
  const closed: string[] = [];
  const open: string[] = [];
  if (unfinished > 0) closed.push(`${stored} of ${countPhotos(stored + unfinished)} uploaded`);
  else if (stored > 0) closed.push(`${countPhotos(stored)} uploaded`);
  if (added > 0) closed.push(`${countPhotos(added)} added from the library`);
  if (skipped > 0) closed.push(`${duplicates(skipped)} skipped`);
  if (cancelled > 0) closed.push(`${cancelled} cancelled`);
  if (failed > 0) open.push(`${countPhotos(failed)} not uploaded`);
  if (undecided > 0) open.push(`${duplicates(undecided)} to decide on`);
  return { open, closed };
}
