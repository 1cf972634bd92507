import type { Exif } from "../../../contract/exif.ts";
import type { FocalPoint } from "../../../contract/focal-point.ts";
import type { PictureFormat, PictureSize } from "../../../contract/limits.ts";
import type { RefusalReason } from "../../../contract/uploads.ts";
import type { Watermark } from "./watermark.ts";

/** The format of an uploaded file. */
export type UploadFormat = "jpeg" | "png" | "gif" | "webp" | "heic";

/** One size of a photo, in one format. */
export type Picture = {
  size: PictureSize;
  format: PictureFormat;
  bytes: Buffer;
  width: number;
  height: number;
};

/** What an uploaded file says about itself. */
export type PictureFacts = {
  format: UploadFormat;
  /** After orientation. */
  width: number;
  height: number;
  captured_on: string | null;
  captured_zone: string | null;
  exif: Exif;
  /** Whether pictures with a gain map were made. */
  hdr: boolean;
  title: string | null;
  caption: string | null;
  alt: string | null;
  keywords: string[];
  creator: string | null;
  copyright: string | null;
  /** By which other programs know the photo again. */
  document_id: string | null;
  /** A data: URL of a few hundred bytes, in the picture's own aspect. */
  placeholder: string;
};

/** A PNG for a logo or an icon, which keeps what is transparent. */
export type EmblemPlan = {
  name: string;
  width: number;
  height: number;
  /** `inside`: whole, at most this large. `fill`: cropped around the focal point. `card`: whole, in the middle of white. */
  fit: "inside" | "fill" | "card";
  /** Without transparency. */
  isOpaque?: boolean;
};
export type MadeEmblem = { name: string; bytes: Buffer };

export type MadePictures = { facts: PictureFacts; pictures: Picture[]; emblems: MadeEmblem[] };

export type Images = {
  /**
   * Reads an untrusted file on disk and makes the requested sizes with one decode. The file's copyright is written into
   * each. Throws PictureRefusedError when the file is unsuitable and ImagesBusyError when the queue is full.
   */
  make(path: string, sizes: readonly PictureSize[], options?: MakeOptions): Promise<MadePictures>;
  /** Resolves once no one has waited for a picture for a while: before a background picture, whose file may be fetched. */
  quiet(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};

export type MakeOptions = {
  /** The owner's work goes before visitors'. Background work is done only while no one waits for a picture. */
  priority?: "owner" | "visitor" | "background";
  /** Gives up the picture, also while it is being made. */
  signal?: AbortSignal;
  /** Larger files are refused; by default, those that a fresh site refuses. */
  maxBytes?: number;
  /** HEIC files are refused unless the owner accepts them. */
  acceptsHeic?: boolean;
  /** What the thumb keeps in view. Without one, it is cropped around what draws the eye. */
  focalPoint?: FocalPoint | null;
  /** Both by default. AVIF costs many times what JPEG does. */
  formats?: readonly PictureFormat[];
  /** Baked into every picture. None of them then keeps a gain map. */
  watermark?: Watermark | null;
  /** No size is larger than this. */
  largestPx?: number;
  /** Made of the largest size asked for. */
  emblems?: readonly EmblemPlan[];
  /** The AVIF that phones load get fewer bytes, in six times the time. By default, only background work takes it. */
  hasTime?: boolean;
};

/** The file itself is unsuitable; trying again will not help. */
export class PictureRefusedError extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The queue is too long: try again later. */
export class ImagesBusyError extends Error {}
