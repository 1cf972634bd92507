import type { Readable } from "node:stream";

export type StoredFile = { size: number; stream: Readable };
export type ByteRange = { start: number; end: number };

/**
 * Where originals and variants are kept. A key is a relative path with slashes, such as `originals/ab/abcd.jpg`.
 * What fails here fails with a StorageError.
 */
export type Storage = {
  /** Writes a file on its way in to the local disk; `putFile` moves it away, or the caller removes it. */
  writeTemp(chunks: AsyncIterable<Uint8Array>): Promise<string>;
  removeTemp(path: string): Promise<void>;
  /** Removes what servers that died have left on its way in: what was last written before this time, or all. */
  removeTemps(before?: Date): Promise<void>;
  /** Durable once it resolves. Replaces what stood there. The local file is gone afterwards. */
  putFile(key: string, localPath: string): Promise<void>;
  putBytes(key: string, bytes: Buffer): Promise<void>;
  /** Undefined when there is nothing under this key. */
  sizeOf(key: string): Promise<number | undefined>;
  open(key: string, range?: ByteRange): Promise<StoredFile | undefined>;
  /** The whole of a small file. Undefined when there is nothing under this key. */
  read(key: string): Promise<Buffer | undefined>;
  /** The file on the local disk, fetched there if need be, for as long as the work takes. Undefined when it is not there. */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T | undefined>;
  /** What is not there is no error: deleting twice is deleting. */
  delete(keys: readonly string[]): Promise<void>;
  /** Originals, then variants, each in the order of their keys. */
  list(): AsyncIterable<{ key: string; size: number }>;
  /** An address from which anyone can fetch the file for a minute, where the storage has such. */
  presign?(key: string): Promise<string>;
  /** Throws when nothing can be read or written now. */
  check(): Promise<void>;
  close(): Promise<void>;
};
