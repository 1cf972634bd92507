import type { FileHandle } from "node:fs/promises";
import { PictureRefusedError } from "./images.ts";

const CHUNK_BYTES = 256 * 1024;

export const corrupt = (message: string) => new PictureRefusedError("CORRUPT_IMAGE", message);

/** The file ends before the structure that it declares. */
export class EndOfFileError extends Error {}

/**
 * Reads a file front to back through one small buffer, so that a hostile file uses no more memory than a normal one.
 * `has` is synchronous: walking millions of tiny blocks must not cost a promise each.
 */
export class ByteReader {
  #file: FileHandle;
  /** Reused for every chunk: a new one each time would keep the garbage collector busy during uploads. */
  #memory: Buffer<ArrayBuffer> = Buffer.alloc(0);
  #buffer: Buffer<ArrayBuffer> = Buffer.alloc(0);
  #bufferStart = 0;
  #at = 0;
  readonly size: number;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  get position(): number {
    return this.#bufferStart + this.#at;
  }

  /** Whether the next bytes are in the buffer. */
  has(count: number): boolean {
    return this.#at + count <= this.#buffer.length;
  }

  /** Brings the next bytes into the buffer. */
  async fill(count: number): Promise<void> {
    const position = this.position;
    if (position + count > this.size) throw new EndOfFileError();
    const length = Math.min(Math.max(CHUNK_BYTES, count), this.size - position);
    if (this.#memory.length < length) this.#memory = Buffer.alloc(length);
    const buffer = this.#memory.subarray(0, length);
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await this.#file.read(buffer, filled, buffer.length - filled, position + filled);
      if (bytesRead === 0) throw new EndOfFileError();
      filled += bytesRead;
    }
    this.#buffer = buffer;
    this.#bufferStart = position;
    this.#at = 0;
  }

  /** The next bytes, without moving on. Only after `has` or `fill`, and valid until the next `fill`. */
  peek(count: number): Buffer {
    return this.#buffer.subarray(this.#at, this.#at + count);
  }

  byte(): number {
    const value = this.peekByte(0);
    this.#at += 1;
    return value;
  }

  /** One of the next bytes, without moving on. */
  peekByte(offset: number): number {
    const value = this.#buffer[this.#at + offset];
    if (value === undefined) throw new EndOfFileError();
    return value;
  }

  /** May move past the end of the buffer or the file: the next `fill` detects it. */
  skip(count: number): void {
    const inside = this.#at + count;
    if (inside <= this.#buffer.length) {
      this.#at = inside;
    } else {
      this.#bufferStart = this.position + count;
      this.#buffer = Buffer.alloc(0);
      this.#at = 0;
    }
  }

  /** Moves to the next such byte, or to the end of the buffer. */
  skipTo(value: number): void {
    const found = this.#buffer.indexOf(value, this.#at);
    this.#at = found === -1 ? this.#buffer.length : found;
  }

  isAtEnd(): boolean {
    return this.position >= this.size;
  }
}
