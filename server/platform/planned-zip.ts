import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import type { ByteRange } from "./storage/storage.ts";
import { StorageError } from "./storage/storage-error.ts";
import { dataDescriptor, directoryHeader, endOfArchive, localHeader, newEntry } from "./zip-records.ts";

/** A file whose size is known. `id` names exactly these bytes. */
export type PlannedFile = {
  id: string;
  name: string;
  modified: Date;
  size: number;
  open(range?: ByteRange): Promise<Readable | Buffer[]>;
};

/** By the ids of files. */
export type Checksums = { get(id: string): number | undefined; set(id: string, crc: number): unknown };

/** The same bytes as `zip` makes, of which any part can be sent. A file is read again only for a checksum that is not known. */
export function planZip(files: readonly PlannedFile[], checksums: Checksums) {
  let offset = 0;
  const planned = files.map((file) => {
    const entry = { ...newEntry(file, offset), size: file.size };
    offset += localHeader(entry).length + file.size + dataDescriptor(entry).length;
    return { file, entry };
  });
  const directoryBytes = planned.reduce((sum, { entry }) => sum + directoryHeader(entry).length, 0);
  const end = endOfArchive(planned.length, directoryBytes, offset);

  async function* read(range: ByteRange): AsyncGenerator<Buffer> {
    let at = 0;
    /** What of the next bytes is wanted, counted from their first one. */
    const pass = (length: number): ByteRange | undefined => {
      const wanted = { start: Math.max(range.start - at, 0), end: Math.min(range.end - at, length - 1) };
      at += length;
      return wanted.start <= wanted.end ? wanted : undefined;
    };
    for (const { file, entry } of planned) {
      const header = localHeader(entry);
      yield* cut(header, pass(header.length));
      const content = pass(file.size);
      if (content) yield* readFile(file, content, checksums);
      const descriptor = pass(dataDescriptor(entry).length);
      if (descriptor) yield* cut(dataDescriptor({ ...entry, crc: await checksumOf(file, checksums) }), descriptor);
      if (at > range.end) return;
    }
    for (const { file, entry } of planned) {
      const wanted = pass(directoryHeader(entry).length);
      if (wanted) yield* cut(directoryHeader({ ...entry, crc: await checksumOf(file, checksums) }), wanted);
    }
    yield* cut(end, pass(end.length));
  }

  return { size: offset + directoryBytes + end.length, read };
}

function* cut(bytes: Buffer, wanted: ByteRange | undefined): Generator<Buffer> {
  if (wanted) yield bytes.subarray(wanted.start, wanted.end + 1);
}

async function* readFile(file: PlannedFile, { start, end }: ByteRange, checksums: Checksums): AsyncGenerator<Buffer> {
  const isKnown = checksums.get(file.id) !== undefined;
  let at = isKnown ? start : 0;
  let crc = 0;
  for await (const chunk of await contentOf(file, isKnown ? { start, end } : undefined)) {
    if (!isKnown) crc = crc32(chunk, crc);
    if (at <= end && at + chunk.length > start) yield chunk.subarray(Math.max(start - at, 0), end + 1 - at);
    at += chunk.length;
  }
  if (at !== (isKnown ? end + 1 : file.size)) throw changed();
  if (!isKnown) checksums.set(file.id, crc);
}

async function checksumOf(file: PlannedFile, checksums: Checksums): Promise<number> {
  const known = checksums.get(file.id);
  if (known !== undefined) return known;
  let [crc, size] = [0, 0];
  for await (const chunk of await contentOf(file, undefined)) {
    crc = crc32(chunk, crc);
    size += chunk.length;
  }
  if (size !== file.size) throw changed();
  checksums.set(file.id, crc);
  return crc;
}

// Streams of files yield buffers.
const contentOf = async (file: PlannedFile, range: ByteRange | undefined) =>
  (await file.open(range)) as AsyncIterable<Buffer> | Buffer[];

/** The rest would not fit what has been sent. */
const changed = () => {
  const details = { operation: "read a file for an archive", target_directory: "" };
  return new StorageError("FILE_STORAGE_ERROR", details, new Error("it is not as long as it was"));
};
