import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import type { UploadError } from "../../../contract/uploads.ts";
import { createListeners } from "../../hooks/listeners.ts";
import { photoName } from "../data/photo-name.ts";
import { type Accepted, refuseFile } from "./refuse-file.ts";
import { LEFT, type SendOutcome, type Transfer } from "./send-file.ts";

export type UploadState =
  | { status: "checking" }
  /** The same file is somewhere else already; the owner decides before anything is sent. */
  | { status: "duplicate"; name: string; original: Original }
  | { status: "waiting" }
  | { status: "sending"; sentBytes: number }
  /** Every byte has arrived; the server is making the smaller versions. */
  | { status: "processing" }
  /** The server is asked whether it can still be cancelled. */
  | { status: "cancelling" }
  /** Stored, and only then found to be a second copy; the owner decides whether to keep it. */
  | { status: "stored-duplicate"; photo: AdminPhoto; duplicateOf: PhotoId }
  | { status: "done"; photo: AdminPhoto }
  /** The owner has put the photo of the library into the album instead. */
  | { status: "added" }
  | { status: "failed"; error: UploadError; canRetry: boolean; uploadUrl?: string | undefined }
  /** A duplicate that is not uploaded. */
  | { status: "skipped" }
  | { status: "cancelled" };

/** Where the same file is: in this album, elsewhere in the library, on its way to another album, in an earlier row. */
export type Original = KnownPhoto | { place: "arriving" } | { place: "row"; row: number };
type KnownPhoto = { place: "here" | "library" | "trash"; photo: AdminPhoto };

/** `before`: the photo that it was dropped in front of; null for the end of the album. */
export type UploadRow = { id: number; file: File; state: UploadState; before: PhotoId | null };

/** What the server has of a file: a photo of the library, or an upload that it makes a photo of. */
export type Known =
  | KnownPhoto
  | { place: "arriving"; name: string /** If it is into this album. */; uploadUrl?: string };

type QueueOptions = {
  accepted: () => Accepted;
  send: (transfer: Transfer) => Promise<SendOutcome>;
  /** Undefined for a file that cannot be read. */
  hash: (file: File) => Promise<string | undefined>;
  /** What the server has of the files with these hashes, by hash. */
  findKnown: (hashes: string[]) => Promise<Map<string, Known>>;
  /** `before`: where the file was dropped. */
  onStored: (photo: AdminPhoto, before: PhotoId | null) => void;
};

export type UploadQueue = ReturnType<typeof createUploadQueue>;

const PARALLEL_TRANSFERS = 3;
const HASHES_PER_REQUEST = 10;

/** Lives outside React: transfers report many times a second, and a row's state must be current between renders. */
export function createUploadQueue({ accepted, send, hash, findKnown, onStored }: QueueOptions) {
  let rows: readonly UploadRow[] = [];
  let nextId = 1;
  const { notify, subscribe } = createListeners();
  const transfers = new Map<number, AbortController>();
  /** Which row added these bytes first, so that a file chosen twice is noticed too. */
  const addedHashes = new Map<string, number>();
  /** Duplicates the owner chose to upload anyway, with the row whose copy each is: do not ask again once they are stored. */
  const copies = new Map<number, number | undefined>();
  /** What the server has of a row's file already. */
  const uploadUrls = new Map<number, string>();

  function publish(next: readonly UploadRow[]) {
    rows = next;
    notify();
  }

  const rowOf = (id: number) => rows.find((row) => row.id === id);
  const stateOf = (id: number) => rowOf(id)?.state;

  function setState(id: number, state: UploadState) {
    publish(rows.map((row) => (row.id === id ? { ...row, state } : row)));
  }

  function add(files: readonly File[], before: PhotoId | null = null) {
    const added = files.map((file): UploadRow => {
      const refusal = refuseFile(file, accepted());
      const state: UploadState = refusal
        ? { status: "failed", error: refusal, canRetry: false }
        : { status: "checking" };
      return { id: nextId++, file, state, before };
    });
    publish([...rows, ...added]);
    void checkForDuplicates(added);
  }

  async function checkForDuplicates(added: readonly UploadRow[]) {
    const checking = added.filter(({ state }) => state.status === "checking");
    for (let start = 0; start < checking.length; start += HASHES_PER_REQUEST) {
      const group = checking.slice(start, start + HASHES_PER_REQUEST);
      const hashes: (string | undefined)[] = [];
      // One at a time: each may hold a whole file in memory.
      for (const { file } of group) hashes.push(await hash(file));
      const known = await findKnown(hashes.filter((hash) => hash !== undefined));
      group.forEach((row, index) => {
        const hash = hashes[index];
        if (stateOf(row.id)?.status !== "checking") return;
        setState(row.id, hash === undefined ? { status: "waiting" } : afterCheck(row, hash, known.get(hash)));
      });
      sendNext();
    }
  }

  function afterCheck({ id }: UploadRow, hash: string, known: Known | undefined): UploadState {
    if (known && known.place !== "arriving") {
      return { status: "duplicate", name: photoName(known.photo), original: known };
    }
    const earlier = rowOf(addedHashes.get(hash) ?? id);
    if (earlier && earlier.id !== id && isStillAdded(earlier.state)) {
      return { status: "duplicate", name: earlier.file.name, original: { place: "row", row: earlier.id } };
    }
    addedHashes.set(hash, id);
    if (known && !known.uploadUrl) return { status: "duplicate", name: known.name, original: { place: "arriving" } };
    if (known?.uploadUrl) {
      // Sent before, from here or another window: only its outcome is missing, and if it is a copy, that was decided then.
      uploadUrls.set(id, known.uploadUrl);
      copies.set(id, undefined);
    }
    return { status: "waiting" };
  }

  function sendNext() {
    const waiting = rows.filter(({ id, state }) => state.status === "waiting" && !isHeldBack(id));
    const sending = rows.filter((row) => row.state.status === "sending").length;
    for (const row of waiting.slice(0, Math.max(0, PARALLEL_TRANSFERS - sending))) void transferRow(row);
  }

  /** A copy of a file that is still on its way: the server would take both for one. */
  function isHeldBack(id: number): boolean {
    const original = stateOf(copies.get(id) ?? id);
    return copies.get(id) !== undefined && original !== undefined && isUnfinished(original);
  }

  async function transferRow({ id, file, before }: UploadRow) {
    const transfer = new AbortController();
    transfers.set(id, transfer);
    setState(id, { status: "sending", sentBytes: 0 });
    const outcome = await send({
      file,
      uploadUrl: uploadUrls.get(id),
      isCopy: copies.has(id),
      signal: transfer.signal,
      onProgress: (sentBytes) => {
        if (transfer.signal.aborted) return;
        setState(id, sentBytes < file.size ? { status: "sending", sentBytes } : { status: "processing" });
        // The line is free while the server makes the smaller versions.
        if (sentBytes >= file.size) sendNext();
      },
    });
    transfers.delete(id);
    setState(id, afterSending(id, outcome));
    if (outcome.status === "stored") onStored(outcome.photo, before);
    sendNext();
  }

  function afterSending(id: number, outcome: SendOutcome): UploadState {
    if (outcome.status !== "stored") return outcome;
    const { photo, duplicateOf } = outcome;
    // Chosen twice, which was not noticed where the server could not be asked: it takes both for one.
    if (rows.some((row) => row.id !== id && storedPhotoOf(row)?.id === photo.id)) return { status: "skipped" };
    return duplicateOf === null || copies.has(id)
      ? { status: "done", photo }
      : { status: "stored-duplicate", photo, duplicateOf };
  }

  function cancel(...ids: number[]) {
    // Waiting rows first: otherwise every aborted transfer would start the next one.
    for (const id of ids) setState(id, { status: transfers.has(id) ? "cancelling" : "cancelled" });
    for (const id of ids) transfers.get(id)?.abort();
  }

  function cancelAll() {
    cancel(...rows.filter((row) => isUnfinished(row.state)).map((row) => row.id));
  }

  /** Retries failed rows, and sends duplicates the owner wants anyway. */
  function sendAgain(...ids: number[]) {
    for (const id of ids) {
      const state = stateOf(id);
      if (state?.status === "duplicate") {
        copies.set(id, state.original.place === "row" ? state.original.row : undefined);
      }
      if (state?.status === "failed" && state.uploadUrl) uploadUrls.set(id, state.uploadUrl);
      else uploadUrls.delete(id);
      // The server may have the file by now.
      const asksFirst = !copies.has(id) && !uploadUrls.has(id);
      setState(id, { status: asksFirst ? "checking" : "waiting" });
    }
    void checkForDuplicates(rows.filter((row) => ids.includes(row.id)));
    sendNext();
  }

  return {
    subscribe,
    rows: () => rows,
    add,
    cancel,
    cancelAll,
    sendAgain,
    /** What the owner has decided about duplicates. */
    decide(ids: number[], state: Extract<UploadState, { status: "done" | "skipped" | "added" }>) {
      for (const id of ids) setState(id, state);
    },
    /** Their photos are where they were dropped. */
    placed() {
      publish(rows.map((row) => ({ ...row, before: null })));
    },
    /** Leaves what is on its way to the server, and to the next attempt. */
    clear() {
      for (const transfer of transfers.values()) transfer.abort(LEFT);
      addedHashes.clear();
      publish([]);
    },
  };
}

const isStillAdded = ({ status }: UploadState) => status !== "failed" && status !== "cancelled" && status !== "skipped";

export const isUnfinished = ({ status }: UploadState) =>
  ["checking", "waiting", "sending", "processing", "cancelling"].includes(status);

export const storedPhotoOf = ({ state }: UploadRow): AdminPhoto | undefined =>
  state.status === "done" || state.status === "stored-duplicate" ? state.photo : undefined;
