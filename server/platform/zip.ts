import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { StorageError } from "./storage/storage-error.ts";
import { dataDescriptor, directoryHeader, type Entry, endOfArchive, localHeader, newEntry } from "./zip-records.ts";

/** Without content where storage has lost the file. */
export type ZipFile = { name: string; modified: Date; content: Readable | Buffer[] | undefined };
type FoundFile = ZipFile & { content: Readable | Buffer[] };

/**
 * A ZIP as a stream of bytes. Photographs are already compressed, so they are stored without compression, and only one
 * chunk is in memory at a time. Each file must be below 4 GiB; the archive may be larger. Lost files are listed in its last.
 */
export async function* zip(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let offset = 0;
  for await (const file of listingLost(files)) {
    const entry = newEntry(file, offset);
    const header = localHeader(entry);
    yield header;
    for await (const chunk of contentOf(file)) {
      entry.crc = crc32(chunk, entry.crc);
      entry.size += chunk.length;
      yield chunk;
    }
    const descriptor = dataDescriptor(entry);
    yield descriptor;
    offset += header.length + entry.size + descriptor.length;
    entries.push(entry);
  }
  let directoryBytes = 0;
  for (const entry of entries) {
    const header = directoryHeader(entry);
    directoryBytes += header.length;
    yield header;
  }
  yield endOfArchive(entries.length, directoryBytes, offset);
}

async function* listingLost(files: AsyncIterable<ZipFile>): AsyncGenerator<FoundFile> {
  const lost: string[] = [];
  let modified = new Date(0);
  for await (const file of files) {
    if (file.content) yield { ...file, content: file.content };
    else lost.push(file.name);
    modified = file.modified;
  }
  if (lost.length === 0) return;
  yield { ...listOfLost(lost), modified };
}

/** The last file of an archive that lacks others. */
export const listOfLost = (names: readonly string[]) => ({
  name: "missing-files.txt",
  content: [Buffer.from(`These files could not be found in storage:\n${names.join("\n")}\n`)],
});

/** A file that breaks off is a fault of the storage, not of this program. */
async function* contentOf({ content }: FoundFile): AsyncGenerator<Buffer> {
  try {
    // Streams of files yield buffers.
    yield* content as AsyncIterable<Buffer>;
  } catch (error) {
    throw new StorageError(
      "FILE_STORAGE_ERROR",
      { operation: "read a file for an archive", target_directory: "" },
      error,
    );
  }
}

/** A camera's clock has no time zone, and neither does a ZIP's. */
export const cameraMoment = (text: string) => new Date(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
