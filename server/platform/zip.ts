import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { StorageError } from "./storage/storage-error.ts";

/** Without content where storage has lost the file. */
export type ZipFile = { name: string; modified: Date; content: Readable | Buffer[] | undefined };
type FoundFile = ZipFile & { content: Readable | Buffer[] };

type Entry = { name: Buffer; dosTime: number; dosDate: number; crc: number; size: number; offset: number };

const MAX_32 = 0xff_ff_ff_ff;
const MAX_16 = 0xff_ff;
/** Sizes and checksum follow the content, and the name is UTF-8. */
const FLAGS = 0x08_08;
const VERSION_PLAIN = 20;
const VERSION_ZIP64 = 45;

/**
 * A ZIP as a stream of bytes. Photographs are already compressed, so they are stored without compression, and only one
 * chunk is in memory at a time. Each file must be below 4 GiB; the archive may be larger. Lost files are listed in its last.
 */
export async function* zip(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let offset = 0;
  for await (const file of listingLost(files)) {
    const entry: Entry = { name: Buffer.from(file.name), ...dosMoment(file.modified), crc: 0, size: 0, offset };
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
  const content = [Buffer.from(`These files could not be found in storage:\n${lost.join("\n")}\n`)];
  yield { name: "missing-files.txt", modified, content };
}

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

function localHeader({ name, dosTime, dosDate }: Entry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04_03_4b_50, 0);
  header.writeUInt16LE(VERSION_PLAIN, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(dosTime, 10);
  header.writeUInt16LE(dosDate, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function dataDescriptor({ crc, size }: Entry): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08_07_4b_50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(size, 8);
  descriptor.writeUInt32LE(size, 12);
  return descriptor;
}

function directoryHeader({ name, dosTime, dosDate, crc, size, offset }: Entry): Buffer {
  const isFar = offset >= MAX_32;
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02_01_4b_50, 0);
  header.writeUInt16LE(isFar ? VERSION_ZIP64 : VERSION_PLAIN, 4);
  header.writeUInt16LE(isFar ? VERSION_ZIP64 : VERSION_PLAIN, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(dosTime, 12);
  header.writeUInt16LE(dosDate, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(size, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(isFar ? 12 : 0, 30);
  header.writeUInt32LE(Math.min(offset, MAX_32), 42);
  if (!isFar) return Buffer.concat([header, name]);
  const zip64 = Buffer.alloc(12);
  zip64.writeUInt16LE(1, 0);
  zip64.writeUInt16LE(8, 2);
  zip64.writeBigUInt64LE(BigInt(offset), 4);
  return Buffer.concat([header, name, zip64]);
}

function endOfArchive(count: number, directoryBytes: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(directoryBytes, MAX_32), 12);
  end.writeUInt32LE(Math.min(directoryOffset, MAX_32), 16);
  const fits = count < MAX_16 && directoryBytes < MAX_32 && directoryOffset < MAX_32;
  if (fits) return end;

  const zip64 = Buffer.alloc(56);
  zip64.writeUInt32LE(0x06_06_4b_50, 0);
  zip64.writeBigUInt64LE(44n, 4);
  zip64.writeUInt16LE(VERSION_ZIP64, 12);
  zip64.writeUInt16LE(VERSION_ZIP64, 14);
  zip64.writeBigUInt64LE(BigInt(count), 24);
  zip64.writeBigUInt64LE(BigInt(count), 32);
  zip64.writeBigUInt64LE(BigInt(directoryBytes), 40);
  zip64.writeBigUInt64LE(BigInt(directoryOffset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07_06_4b_50, 0);
  locator.writeBigUInt64LE(BigInt(directoryOffset + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([zip64, locator, end]);
}

/** A camera's clock has no time zone, and neither does a ZIP's. */
export const cameraMoment = (text: string) => new Date(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);

/** ZIP counts years from 1980 and seconds in steps of two, without a time zone. */
function dosMoment(moment: Date): { dosTime: number; dosDate: number } {
  const year = Math.min(Math.max(moment.getUTCFullYear() - 1980, 0), 127);
  return {
    dosTime: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
    dosDate: (year << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
  };
}
