import { expect, test, vi } from "vitest";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { LEFT, type SendOutcome, type Transfer } from "./send-file.ts";
import { createUploadQueue, type Known } from "./upload-queue.ts";
import { summarise, uploadFacts } from "./upload-summary.ts";

// Only the fields that the queue reads.
const photo = (id: number, title = `photo ${id}`) =>
  ({ id: id as PhotoId, title, image_urls: { thumb: `/thumb/${id}` } }) as AdminPhoto;
const picture = (name: string, bytes = name) => new File([bytes], name, { type: "image/jpeg" });
const stored = (id: number, duplicateOf: number | null = null): SendOutcome => ({
  status: "stored",
  photo: photo(id),
  duplicateOf: duplicateOf as PhotoId | null,
});
const failed = (canRetry: boolean, uploadUrl?: string): SendOutcome => ({
  status: "failed",
  error: { file_name: "", error: "No", error_type: "NETWORK_ERROR", error_details: {} },
  canRetry,
  uploadUrl,
});

const inLibrary = (id: number, title?: string): Known => ({ place: "library", photo: photo(id, title) });

type Sent = Transfer & { finish: (outcome: SendOutcome) => void };

/** A queue whose transfers wait for the test to finish them. */
function startQueue(given: { known?: Map<string, Known> } = {}) {
  const sent: Sent[] = [];
  const storedPhotos: AdminPhoto[] = [];
  const asked: string[][] = [];
  const queue = createUploadQueue({
    accepted: () => ({ maxMb: 10, acceptsHeic: false }),
    send: (transfer) =>
      new Promise((finish) => {
        transfer.signal.addEventListener("abort", () => finish({ status: "cancelled" }));
        sent.push({ ...transfer, finish });
      }),
    hash: async (file) => (file.name === "unreadable.jpg" ? undefined : file.text()),
    findKnown: async (hashes) => {
      asked.push(hashes);
      return given.known ?? new Map();
    },
    onStored: (each) => storedPhotos.push(each),
  });
  const statuses = () => queue.rows().map(({ state }) => state.status);
  /** Adds files, and waits until the server has said which of them it has. */
  const add = async (...files: File[]) => {
    queue.add(files);
    await vi.waitFor(() => expect(statuses()).not.toContain("checking"));
  };
  return { queue, add, sent, storedPhotos, statuses, asked };
}

test("three files are sent at a time, the rest wait their turn", async () => {
  const { add, sent, statuses, storedPhotos } = startQueue();
  await add(...["a", "b", "c", "d", "e"].map((name) => picture(`${name}.jpg`)));
  expect(statuses()).toEqual(["sending", "sending", "sending", "waiting", "waiting"]);
  sent[1]?.finish(stored(2));
  await vi.waitFor(() => expect(statuses()).toEqual(["sending", "done", "sending", "sending", "waiting"]));
  expect(storedPhotos).toEqual([photo(2)]);
});

test("a file that cannot be accepted is never sent, and cannot be retried", () => {
  const { queue, sent } = startQueue();
  queue.add([new File(["text"], "notes.txt", { type: "text/plain" })]);
  expect(queue.rows()[0]?.state).toMatchObject({ status: "failed", canRetry: false });
  expect(sent).toEqual([]);
});

test("a transfer reports its bytes, then that the server is processing", async () => {
  const { queue, add, sent, statuses } = startQueue();
  await add(picture("a.jpg", "0123456789"));
  sent[0]?.onProgress(4);
  expect(summarise(queue.rows())).toMatchObject({ sentBytes: 4, totalBytes: 10, unfinished: 1 });
  sent[0]?.onProgress(10);
  expect(statuses()).toEqual(["processing"]);
});

test("a file that the server is processing leaves its line to the next", async () => {
  const { add, sent, statuses } = startQueue();
  await add(...["a", "b", "c", "d"].map((name) => picture(`${name}.jpg`, `${name}123456789`)));
  sent[0]?.onProgress(10);
  expect(statuses()).toEqual(["processing", "sending", "sending", "sending"]);
});

test("a failed file is sent again on retry", async () => {
  const { queue, add, sent, statuses } = startQueue();
  await add(picture("a.jpg"));
  sent[0]?.finish(failed(true));
  await vi.waitFor(() => expect(statuses()).toEqual(["failed"]));
  queue.sendAgain(1);
  await vi.waitFor(() => expect(statuses()).toEqual(["sending"]));
  expect(sent).toHaveLength(2);
});

test("cancelling everything starts nothing new", async () => {
  const { queue, add, sent, statuses } = startQueue();
  await add(...["a", "b", "c", "d", "e"].map((name) => picture(`${name}.jpg`)));
  queue.cancel(1);
  await vi.waitFor(() => expect(statuses()).toEqual(["cancelled", "sending", "sending", "sending", "waiting"]));
  queue.cancelAll();
  await vi.waitFor(() => expect(statuses()).toEqual(Array(5).fill("cancelled")));
  expect(sent).toHaveLength(4);
});

test("a file that cannot be read is sent without being checked", async () => {
  const { queue, statuses, asked } = startQueue();
  queue.add([picture("unreadable.jpg"), picture("b.jpg")]);
  await vi.waitFor(() => expect(statuses()).toEqual(["sending", "sending"]));
  expect(asked).toEqual([["b.jpg"]]);
});

test("a file already in the library waits for the owner's decision, and is asked about only once", async () => {
  const { queue, sent, statuses } = startQueue({ known: new Map([["a.jpg", inLibrary(7, "old")]]) });
  queue.add([picture("a.jpg"), picture("b.jpg")]);
  expect(statuses()).toEqual(["checking", "checking"]);
  await vi.waitFor(() => expect(statuses()).toEqual(["duplicate", "sending"]));
  expect(queue.rows()[0]?.state).toMatchObject({ name: "old" });
  queue.sendAgain(1);
  sent[1]?.finish(stored(8, 7));
  await vi.waitFor(() => expect(statuses()).toEqual(["done", "sending"]));
});

test("a file chosen twice is noticed, but not after the first was cancelled", async () => {
  const { queue, statuses } = startQueue();
  queue.add([picture("once.jpg", "same"), picture("twice.jpg", "same")]);
  await vi.waitFor(() => expect(statuses()).toEqual(["sending", "duplicate"]));
  expect(queue.rows()[1]?.state).toMatchObject({ name: "once.jpg" });
  queue.cancel(1);
  await vi.waitFor(() => expect(statuses()).toEqual(["cancelled", "duplicate"]));
  queue.add([picture("third.jpg", "same")]);
  await vi.waitFor(() => expect(statuses()).toEqual(["cancelled", "duplicate", "sending"]));
});

test("a second copy found only by the server is left for the owner to decide", async () => {
  const { queue, add, sent, statuses } = startQueue();
  await add(picture("a.jpg"));
  sent[0]?.finish(stored(8, 7));
  await vi.waitFor(() => expect(statuses()).toEqual(["stored-duplicate"]));
  expect(summarise(queue.rows())).toMatchObject({ stored: 1, undecided: 1, isSuccess: false });
  queue.decide([1], { status: "done", photo: photo(8) });
  expect(summarise(queue.rows())).toMatchObject({ stored: 1, undecided: 0, isSuccess: true });
});

test("the upload succeeds only when every file is stored and nothing is left to decide", async () => {
  const { queue, add, sent } = startQueue();
  expect(summarise(queue.rows()).isSuccess).toBe(false);
  await add(picture("a.jpg"), picture("b.jpg"));
  sent[0]?.finish(stored(1));
  sent[1]?.finish(failed(true));
  await vi.waitFor(() => expect(summarise(queue.rows())).toMatchObject({ stored: 1, failed: 1, unfinished: 0 }));
  expect(summarise(queue.rows()).isSuccess).toBe(false);
  queue.cancel(2);
  expect(summarise(queue.rows()).isSuccess).toBe(true);
});

test("a retry continues the upload that the server has, and asks about a file of which it has none", async () => {
  const { queue, sent, statuses, asked } = startQueue();
  queue.add([picture("a.jpg"), picture("b.jpg")]);
  await vi.waitFor(() => expect(statuses()).toEqual(["sending", "sending"]));
  sent[0]?.finish(failed(true, "/uploads/a"));
  sent[1]?.finish(failed(true));
  await vi.waitFor(() => expect(statuses()).toEqual(["failed", "failed"]));

  queue.sendAgain(1, 2);

  expect(statuses()).toEqual(["sending", "checking"]);
  await vi.waitFor(() => expect(statuses()).toEqual(["sending", "sending"]));
  expect(asked).toEqual([["a.jpg", "b.jpg"], ["b.jpg"]]);
  expect(sent.map(({ uploadUrl }) => uploadUrl)).toEqual([undefined, undefined, "/uploads/a", undefined]);
});

test("a file that has arrived in this album is not sent again; one on its way to another is a duplicate", async () => {
  const known = new Map<string, Known>([
    ["a.jpg", { place: "arriving", name: "a.jpg", uploadUrl: "/uploads/a" }],
    ["b.jpg", { place: "arriving", name: "other.jpg" }],
  ]);
  const { queue, sent, statuses } = startQueue({ known });
  queue.add([picture("a.jpg"), picture("b.jpg")]);
  await vi.waitFor(() => expect(statuses()).toEqual(["sending", "duplicate"]));
  expect(sent.map(({ uploadUrl }) => uploadUrl)).toEqual(["/uploads/a"]);
});

test("a second copy on purpose waits until the first is stored: the server would take both for one", async () => {
  const { queue, sent, statuses } = startQueue();
  queue.add([picture("once.jpg", "same"), picture("twice.jpg", "same")]);
  await vi.waitFor(() => expect(statuses()).toEqual(["sending", "duplicate"]));
  queue.sendAgain(2);
  expect(statuses()).toEqual(["sending", "waiting"]);
  sent[0]?.finish(stored(1));
  await vi.waitFor(() => expect(statuses()).toEqual(["done", "sending"]));
  expect(sent[1]?.isCopy).toBe(true);
  sent[1]?.finish(stored(2, 1));
  await vi.waitFor(() => expect(statuses()).toEqual(["done", "done"]));
});

test("two rows that the server takes for one photo count as one", async () => {
  const { queue, add, sent, statuses } = startQueue();
  await add(picture("unreadable.jpg"), picture("unreadable.jpg"));
  for (const each of sent) each.finish(stored(1));
  await vi.waitFor(() => expect(statuses()).toEqual(["done", "skipped"]));
  expect(uploadFacts(summarise(queue.rows())).closed).toEqual(["1 photo uploaded", "1 duplicate skipped"]);
});

test("the counts agree with the album after a cancel, also of a file that had become a photo by then", async () => {
  const { queue, add, statuses } = startQueue();
  const late = Promise.withResolvers<SendOutcome>();
  const slow = createUploadQueue({
    accepted: () => ({ maxMb: 10, acceptsHeic: false }),
    send: () => late.promise,
    hash: async () => undefined,
    findKnown: async () => new Map(),
    onStored: () => {},
  });
  slow.add([picture("a.jpg")]);
  await vi.waitFor(() => expect(slow.rows()[0]?.state.status).toBe("sending"));
  slow.cancelAll();
  expect(slow.rows()[0]?.state.status).toBe("cancelling");
  late.resolve(stored(1));
  await vi.waitFor(() => expect(slow.rows()[0]?.state.status).toBe("done"));

  await add(picture("a.jpg"));
  queue.cancelAll();
  await vi.waitFor(() => expect(statuses()).toEqual(["cancelled"]));
  expect(uploadFacts(summarise(queue.rows())).closed).toEqual(["1 cancelled"]);
});

test("leaving a queue ends no upload on the server", async () => {
  const { queue, add, sent } = startQueue();
  await add(picture("a.jpg"));
  queue.clear();
  expect(sent[0]?.signal.reason).toBe(LEFT);
});
