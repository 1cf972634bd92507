import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import type { UploadError } from "../../../contract/uploads.ts";
import { photoName } from "./photo-name.ts";
import { type Accepted, refuseFile } from "./refuse-file.ts";
import type { SendOutcome, Transfer } from "./send-file.ts";

export type UploadState =
  | { status: "checking" }
  /** The library, or an earlier row, has the same bytes; the owner decides before anything is sent. */
  | { status: "duplicate"; title: string; thumb: string | null }
  | { status: "waiting" }
  | { status: "sending"; sentBytes: number }
  /** Every byte has arrived; the server is making the smaller versions. */
  | { status: "processing" }
  /** Stored, and only then found to be a second copy; the owner decides whether to keep it. */
  | { status: "stored-duplicate"; photo: AdminPhoto; duplicateOf: PhotoId }
  | { status: "done"; photo: AdminPhoto }
  | { status: "failed"; error: UploadError; canRetry: boolean }
  | { status: "cancelled" };

export type UploadRow = { id: number; file: File; state: UploadState };

type QueueOptions = {
  accepted: () => Accepted;
  send: (transfer: Transfer) => Promise<SendOutcome>;
  /** Undefined where the browser cannot hash: duplicates are then found only after the upload. */
  hash: ((file: File) => Promise<string | undefined>) | undefined;
  /** The library's photos with these hashes, by hash. */
  findInLibrary: (hashes: string[]) => Promise<Map<string, AdminPhoto>>;
  onStored: (photo: AdminPhoto) => void;
};

export type UploadQueue = ReturnType<typeof createUploadQueue>;

const PARALLEL_TRANSFERS = 3;
const HASHES_PER_REQUEST = 10;

/** Lives outside React: transfers report many times a second, and a row's state must be current between renders. */
export function createUploadQueue({ accepted, send, hash, findInLibrary, onStored }: QueueOptions) {
  let rows: readonly UploadRow[] = [];
  let nextId = 1;
  const listeners = new Set<() => void>();
  const transfers = new Map<number, AbortController>();
  /** Which row added these bytes first, so that a file chosen twice is noticed too. */
  const addedHashes = new Map<string, { id: number; name: string }>();
  /** Duplicates the owner chose to upload anyway: do not ask again once they are stored. */
  const wantedDuplicates = new Set<number>();

  function publish(next: readonly UploadRow[]) {
    rows = next;
    for (const listener of listeners) listener();
  }

  const stateOf = (id: number) => rows.find((row) => row.id === id)?.state;

  function setState(id: number, state: UploadState) {
    publish(rows.map((row) => (row.id === id ? { ...row, state } : row)));
  }

  function add(files: readonly File[]) {
    const added = files.map((file): UploadRow => {
      const refusal = refuseFile(file, accepted());
      const state: UploadState = refusal
        ? { status: "failed", error: refusal, canRetry: false }
        : { status: hash ? "checking" : "waiting" };
      return { id: nextId++, file, state };
    });
    publish([...rows, ...added]);
    void checkForDuplicates(added.filter((row) => row.state.status === "checking"));
    sendNext();
  }

  async function checkForDuplicates(checking: UploadRow[]) {
    if (!hash) return;
    for (let start = 0; start < checking.length; start += HASHES_PER_REQUEST) {
      const group = checking.slice(start, start + HASHES_PER_REQUEST);
      const hashes: (string | undefined)[] = [];
      // One at a time: each holds a whole file in memory.
      for (const { file } of group) hashes.push(await hash(file));
      const inLibrary = await findInLibrary(hashes.filter((hash) => hash !== undefined));
      group.forEach((row, index) => {
        const hash = hashes[index];
        if (stateOf(row.id)?.status !== "checking") return;
        setState(row.id, hash === undefined ? { status: "waiting" } : afterCheck(row, hash, inLibrary.get(hash)));
      });
      sendNext();
    }
  }

  function afterCheck(row: UploadRow, hash: string, photo: AdminPhoto | undefined): UploadState {
    if (photo) return { status: "duplicate", title: photoName(photo), thumb: photo.image_urls.thumb };
    const earlier = addedHashes.get(hash);
    if (earlier && isStillAdded(stateOf(earlier.id))) return { status: "duplicate", title: earlier.name, thumb: null };
    addedHashes.set(hash, { id: row.id, name: row.file.name });
    return { status: "waiting" };
  }

  function sendNext() {
    const waiting = rows.filter((row) => row.state.status === "waiting");
    const sending = rows.filter((row) => row.state.status === "sending").length;
    for (const row of waiting.slice(0, Math.max(0, PARALLEL_TRANSFERS - sending))) void transferRow(row);
  }

  async function transferRow({ id, file }: UploadRow) {
    const transfer = new AbortController();
    transfers.set(id, transfer);
    setState(id, { status: "sending", sentBytes: 0 });
    const outcome = await send({
      file,
      signal: transfer.signal,
      onProgress: (sentBytes) => {
        setState(id, sentBytes < file.size ? { status: "sending", sentBytes } : { status: "processing" });
        // The line is free while the server makes the smaller versions.
        if (sentBytes >= file.size) sendNext();
      },
    });
    transfers.delete(id);
    setState(id, afterSending(outcome, wantedDuplicates.has(id)));
    if (outcome.status === "stored") onStored(outcome.photo);
    sendNext();
  }

  function cancel(...ids: number[]) {
    // Waiting rows first: otherwise every aborted transfer would start the next one.
    for (const id of ids) if (!transfers.has(id)) setState(id, { status: "cancelled" });
    for (const id of ids) transfers.get(id)?.abort();
  }

  function cancelAll() {
    cancel(...rows.filter((row) => isUnfinished(row.state)).map((row) => row.id));
  }

  /** Retries failed rows, and sends duplicates the owner wants anyway. */
  function sendAgain(...ids: number[]) {
    for (const id of ids) {
      if (stateOf(id)?.status === "duplicate") wantedDuplicates.add(id);
      setState(id, { status: "waiting" });
    }
    sendNext();
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    rows: () => rows,
    add,
    cancel,
    cancelAll,
    sendAgain,
    keep(id: number, photo: AdminPhoto) {
      setState(id, { status: "done", photo });
    },
    clear() {
      cancelAll();
      addedHashes.clear();
      publish([]);
    },
  };
}

function afterSending(outcome: SendOutcome, isWantedDuplicate: boolean): UploadState {
  switch (outcome.status) {
    case "cancelled":
      return { status: "cancelled" };
    case "failed":
      return outcome;
    case "stored":
      return outcome.duplicateOf === null || isWantedDuplicate
        ? { status: "done", photo: outcome.photo }
        : { status: "stored-duplicate", photo: outcome.photo, duplicateOf: outcome.duplicateOf };
  }
}

const isStillAdded = (state: UploadState | undefined) =>
  state !== undefined && state.status !== "failed" && state.status !== "cancelled";

export const isUnfinished = ({ status }: UploadState) =>
  status === "checking" || status === "waiting" || status === "sending" || status === "processing";

export type UploadSummary = {
  unfinished: number;
  undecided: number;
  /** Stored on the server, including those that turned out to be second copies. */
  stored: number;
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
  const stored = count("done", "stored-duplicate");
  const failed = count("failed");
  let sentBytes = 0;
  let totalBytes = 0;
  for (const { file, state } of rows) {
    const sent = sentOf(file, state);
    if (sent === null) continue;
    sentBytes += sent;
    totalBytes += file.size;
  }
  const isSuccess = stored > 0 && unfinished + undecided + failed === 0;
  return { unfinished, undecided, stored, failed, sentBytes, totalBytes, isSuccess };
}

/** Null for rows that do not count toward the total progress. */
function sentOf(file: File, state: UploadState): number | null {
  switch (state.status) {
    case "sending":
      return state.sentBytes;
    case "checking":
    case "waiting":
      return 0;
    case "processing":
    case "done":
    case "stored-duplicate":
      return file.size;
    case "duplicate":
    case "failed":
    case "cancelled":
      return null;
  }
}
