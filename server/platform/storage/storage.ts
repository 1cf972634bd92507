import type { Readable } from "node:stream";

export type StoredFile = { size: number; stream: Readable };
export type ByteRange = { start: number; end: number };

/**
 * Stores originals and variants. A key is a relative path with slashes, such as `originals/ab/abcd.jpg`. Every failure is
 * a StorageError.
 */
export type Storage = {
  /** Writes an incoming file to the local disk; `putFile` moves it, or the caller removes it. */
  writeTemp(chunks: AsyncIterable<Uint8Array>): Promise<string>;
  /** The same for a stored file. Do not write to the result: it may be the stored file itself. Undefined if there is no such key. */
  copyToTemp(key: string): Promise<string | undefined>;
  removeTemp(path: string): Promise<void>;
  /** Removes incoming files, and what decoders had, left by servers that died: those last written before this time, or all. */
  removeTemps(before?: Date): Promise<void>;
  /** Durable once it resolves. Replaces an existing file. The local file is gone afterwards. */
  putFile(key: string, localPath: string): Promise<void>;
  putBytes(key: string, bytes: Buffer): Promise<void>;
  /** Undefined if there is no such key. */
  sizeOf(key: string): Promise<number | undefined>;
  open(key: string, range?: ByteRange): Promise<StoredFile | undefined>;
  /** The content of a small file. Undefined if there is no such key. */
  read(key: string): Promise<Buffer | undefined>;
  /** Gives the work a local path, fetching the file if necessary. Undefined if there is no such key. */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T | undefined>;
  /** A missing file is not an error: deleting twice works. */
  delete(keys: readonly string[]): Promise<void>;
  /** Originals, then variants, then the parts of unfinished uploads, each in key order. */
  list(): AsyncIterable<{ key: string; size: number }>;
  /** A URL that lets anyone fetch the file for a minute, if the storage supports that. */
  presign?(key: string): Promise<string>;
  /** At start: throws a line for the operator if a remote storage cannot be reached, or has other keys or no such bucket. */
  checkConnection?(): Promise<void>;
  /** Throws if the storage cannot be read or written at the moment. */
  check(): Promise<void>;
  close(): Promise<void>;
};
