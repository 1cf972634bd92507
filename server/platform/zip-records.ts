const MAX_32 = 0xff_ff_ff_ff;
const MAX_16 = 0xff_ff;
/** Sizes and checksum follow the content, and the name is UTF-8. */
const FLAGS = 0x08_08;
const VERSION_PLAIN = 20;
const VERSION_ZIP64 = 45;

/** What an archive says about one of its files. */
export type Entry = { name: Buffer; dosTime: number; dosDate: number; crc: number; size: number; offset: number };

/** `offset`: where the file begins in the archive. */
export function newEntry({ name, modified }: { name: string; modified: Date }, offset: number): Entry {
  return { name: Buffer.from(name), ...dosMoment(modified), crc: 0, size: 0, offset };
}

export function localHeader({ name, dosTime, dosDate }: Entry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04_03_4b_50, 0);
  header.writeUInt16LE(VERSION_PLAIN, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(dosTime, 10);
  header.writeUInt16LE(dosDate, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

export function dataDescriptor({ crc, size }: Entry): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08_07_4b_50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(size, 8);
  descriptor.writeUInt32LE(size, 12);
  return descriptor;
}

export function directoryHeader({ name, dosTime, dosDate, crc, size, offset }: Entry): Buffer {
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

export function endOfArchive(count: number, directoryBytes: number, directoryOffset: number): Buffer {
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

/** ZIP counts years from 1980 and seconds in steps of two, without a time zone. */
function dosMoment(moment: Date): { dosTime: number; dosDate: number } {
  const year = Math.min(Math.max(moment.getUTCFullYear() - 1980, 0), 127);
  return {
    dosTime: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
    dosDate: (year << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
  };
}
