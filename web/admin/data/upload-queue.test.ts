import { expect, test, vi } from "vitest";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import type { SendOutcome, Transfer } from "./send-file.ts";
import { createUploadQueue, summarise } from "./upload-queue.ts";

// Only the fields that the queue reads.
const photo = (id: number, title = `photo ${id}`) =>
  ({ id: id as PhotoId, title, image_urls: { thumb: `/thumb/${id}` } }) as AdminPhoto;
const picture = (name: string, bytes = name) => new File([bytes], name, { type: "image/jpeg" });
const stored = (id: number, duplicateOf: number | null = null): SendOutcome => ({
  status: "stored",
  photo: photo(id),
  duplicateOf: duplicateOf as PhotoId | null,
});
const failed = (canRetry: boolean): SendOutcome => ({
  status: "failed",
  error: { file_name: "", error: "No", error_type: "NETWORK_ERROR", error_details: {} },
  canRetry,
});

type Sent = Transfer & { answer: (outcome: SendOutcome) => void };

/** A queue whose transfers wait for the test to answer them. */
function startQueue(given: { canHash?: boolean; inLibrary?: Map<string, AdminPhoto> } = {}) {
  const sent: Sent[] = [];
  const storedPhotos: AdminPhoto[] = [];
  const asked: string[][] = [];
  const queue = createUploadQueue({
    accepted: () => ({ maxMb: 10, acceptsHeic: false }),
    send: (transfer) =>
      new Promise((answer) => {
        transfer.signal.addEventListener("abort", () => answer({ status: "cancelled" }));
        sent.push({ ...transfer, answer });
      }),
    hash: given.canHash ? async (file) => (file.name === "unhashable.jpg" ? undefined : file.text()) : undefined,
    findInLibrary: async (hashes) => {
      asked.push(hashes);
      return given.inLibrary ?? new Map();
    },
    onStored: (each) => storedPhotos.push(each),
  });
  const statuses = () => queue.rows().map(({ state }) => state.status);
  return { queue, sent, storedPhotos, statuses, asked };
}

test("three files are sent at a time, the rest wait their turn", async () => {
  const { queue, sent, statuses, storedPhotos } = startQueue();
  queue.add(["a", "b", "c", "d", "e"].map((name) => picture(`${name}.jpg`)));
  expect(statuses()).toEqual(["sending", "sending", "sending", "waiting", "waiting"]);
  sent[1]?.answer(stored(2));
  await vi.waitFor(() => expect(statuses()).toEqual(["sending", "done", "sending", "sending", "waiting"]));
  expect(storedPhotos).toEqual([photo(2)]);
});

test("a file that cannot be accepted is never sent, and cannot be retried", () => {
  const { queue, sent } = startQueue();
  queue.add([new File(["text"], "notes.txt", { type: "text/plain" })]);
  expect(queue.rows()[0]?.state).toMatchObject({ status: "failed", canRetry: false });
  expect(sent).toEqual([]);
});

test("a transfer reports its bytes, then that the server is processing", () => {
  const { queue, sent, statuses } = startQueue();
  queue.add([picture("a.jpg", "0123456789")]);
  sent[0]?.onProgress(4);
  expect(summarise(queue.rows())).toMatchObject({ sentBytes: 4, totalBytes: 10, unfinished: 1 });
  sent[0]?.onProgress(10);
  expect(statuses()).toEqual(["processing"]);
});

test("a file that the server is processing leaves its line to the next", () => {
  const { queue, sent, statuses } = startQueue();
  queue.add(["a", "b", "c", "d"].map((name) => picture(`${name}.jpg`, "0123456789")));
  sent[0]?.onProgress(10);
  expect(statuses()).toEqual(["processing", "sending", "sending", "sending"]);
});

test("a failed file is sent again on retry", async () => {
  const { queue, sent, statuses } = startQueue();
  queue.add([picture("a.jpg")]);
  sent[0]?.answer(failed(true));
  await vi.waitFor(() => expect(statuses()).toEqual(["failed"]));
  queue.sendAgain(1);
  expect(statuses()).toEqual(["sending"]);
  expect(sent).toHaveLength(2);
});

test("cancelling everything starts nothing new", async () => {
  const { queue, sent, statuses } = startQueue();
  queue.add(["a", "b", "c", "d", "e"].map((name) => picture(`${name}.jpg`)));
  queue.cancel(1);
  await vi.waitFor(() => expect(statuses()).toEqual(["cancelled", "sending", "sending", "sending", "waiting"]));
  queue.cancelAll();
  await vi.waitFor(() => expect(statuses()).toEqual(Array(5).fill("cancelled")));
  expect(sent).toHaveLength(4);
});

test("a file that cannot be hashed is sent without being checked", async () => {
  const { queue, statuses, asked } = startQueue({ canHash: true });
  queue.add([picture("unhashable.jpg"), picture("b.jpg")]);
  await vi.waitFor(() => expect(statuses()).toEqual(["sending", "sending"]));
  expect(asked).toEqual([["b.jpg"]]);
});

test("a file already in the library waits for the owner's decision, and is asked about only once", async () => {
  const { queue, sent, statuses } = startQueue({ canHash: true, inLibrary: new Map([["a.jpg", photo(7, "old")]]) });
  queue.add([picture("a.jpg"), picture("b.jpg")]);
  expect(statuses()).toEqual(["checking", "checking"]);
  await vi.waitFor(() => expect(statuses()).toEqual(["duplicate", "sending"]));
  expect(queue.rows()[0]?.state).toMatchObject({ title: "old" });
  queue.sendAgain(1);
  sent[1]?.answer(stored(8, 7));
  await vi.waitFor(() => expect(statuses()).toEqual(["done", "sending"]));
});

test("a file chosen twice is noticed, but not after the first was cancelled", async () => {
  const { queue, statuses } = startQueue({ canHash: true });
  queue.add([picture("once.jpg", "same"), picture("twice.jpg", "same")]);
  await vi.waitFor(() => expect(statuses()).toEqual(["sending", "duplicate"]));
  expect(queue.rows()[1]?.state).toMatchObject({ title: "once.jpg" });
  queue.cancel(1);
  await vi.waitFor(() => expect(statuses()).toEqual(["cancelled", "duplicate"]));
  queue.add([picture("third.jpg", "same")]);
  await vi.waitFor(() => expect(statuses()).toEqual(["cancelled", "duplicate", "sending"]));
});

test("a second copy found only by the server is left for the owner to decide", async () => {
  const { queue, sent, statuses } = startQueue();
  queue.add([picture("a.jpg")]);
  sent[0]?.answer(stored(8, 7));
  await vi.waitFor(() => expect(statuses()).toEqual(["stored-duplicate"]));
  expect(summarise(queue.rows())).toMatchObject({ stored: 1, undecided: 1, isSuccess: false });
  queue.keep(1, photo(8));
  expect(summarise(queue.rows())).toMatchObject({ stored: 1, undecided: 0, isSuccess: true });
});

test("the upload succeeds only when every file is stored and nothing is left to decide", async () => {
  const { queue, sent } = startQueue();
  expect(summarise(queue.rows()).isSuccess).toBe(false);
  queue.add([picture("a.jpg"), picture("b.jpg")]);
  sent[0]?.answer(stored(1));
  sent[1]?.answer(failed(true));
  await vi.waitFor(() => expect(summarise(queue.rows())).toMatchObject({ stored: 1, failed: 1, unfinished: 0 }));
  expect(summarise(queue.rows()).isSuccess).toBe(false);
  queue.cancel(2);
  expect(summarise(queue.rows()).isSuccess).toBe(true);
});
