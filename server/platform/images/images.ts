import type { Exif } from "../../../contract/photos.ts";
import type { RefusalReason } from "../../../contract/uploads.ts";

export type PictureFormat = "jpeg" | "png" | "gif" | "webp";

/** `original` is the full-size picture without its metadata, for visitors; JPEG only. */
export type PictureSize = "thumb" | "medium" | "large" | "original";

export type FileFormat = "jpeg" | "avif";

export type PictureFile = {
  size: PictureSize;
  format: FileFormat;
  bytes: Buffer;
  width: number;
  height: number;
};

/** What the file says of itself. */
export type PictureFacts = {
  format: PictureFormat;
  /** As seen, after orientation. */
  width: number;
  height: number;
  captured_on: string | null;
  exif: Exif;
  title: string | null;
  caption: string | null;
  keywords: string[];
  copyright: string | null;
  /** A data: URL of a few hundred bytes, in the picture's own aspect. */
  placeholder: string;
};

export type Picture = { facts: PictureFacts; files: PictureFile[] };

export type Images = {
  /**
   * Reads a file on disk, which may be anything at all, and makes the asked sizes of it with one decode.
   * The file's copyright is written into each size. Throws PictureRefusedError for a file that is not fit, ImagesBusyError when the queue is full.
   */
  process(path: string, sizes: readonly PictureSize[], options?: ProcessOptions): Promise<Picture>;
  close(): Promise<void>;
};

export type ProcessOptions = {
  /** Owner's work goes before visitors'. */
  priority?: "owner" | "visitor";
  /** Both, unless told otherwise. AVIF costs many times what JPEG does. */
  formats?: readonly FileFormat[];
};

/** The file is refused for what it is, and will be however often it is tried. */
export class PictureRefusedError extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** More pictures are waiting than will be made soon: try later. */
export class ImagesBusyError extends Error {}
