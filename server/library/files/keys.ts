import { randomBytes } from "node:crypto";
import { PICTURE_FORMATS, PICTURE_SIZES, type PictureFormat, type PictureSize } from "../../../contract/limits.ts";
import type { UploadFormat } from "../../platform/images/images.ts";
import { readFormerFile } from "./former-file.ts";

const EXTENSIONS: Record<UploadFormat, string> = { jpeg: "jpg", png: "png", gif: "gif", webp: "webp", heic: "heic" };

/** Where the uploaded file is stored, unchanged. */
export function originalKey(internalId: string, format: UploadFormat): string {
  return `originals/${internalId.slice(0, 2)}/${internalId}.${EXTENSIONS[format]}`;
}

/** Never a key that was used before: a delete of that one may still be pending. */
export function replacementKey(internalId: string, format: UploadFormat): string {
  return originalKey(internalId, format).replace(
    /\.\w+$/,
    (extension) => `-${randomBytes(4).toString("hex")}${extension}`,
  );
}

/** The photos that an original may belong to, by its key: an id may itself end like a replacement. */
export function ownersOfOriginal(key: string): string[] {
  const name = key.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
  return [name, name.replace(REPLACEMENT, "")];
}

const REPLACEMENT = /-[0-9a-f]{8}$/;

/** The id that an upload gives a photo. It is part of URLs and keys, so no other characters may get in. */
const isInternalId = (id: string) => /^[\w-]{1,100}$/.test(id);

/** Whether this is the key of the photo's uploaded file. */
export function isOriginalKeyOf(internalId: string, key: string): boolean {
  const formats: readonly string[] = Object.values(EXTENSIONS);
  const stem = `originals/${internalId.slice(0, 2)}/${internalId}`;
  if (!isInternalId(internalId) || !key.startsWith(stem)) return false;
  const [, extension] = /^(?:-[0-9a-f]{8})?\.(\w+)$/.exec(key.slice(stem.length)) ?? [];
  return extension !== undefined && formats.includes(extension);
}

export function variantKey(internalId: string, size: PictureSize, format: PictureFormat): string {
  return `variants/${internalId.slice(0, 2)}/${internalId}/${size}.${PICTURE_EXTENSIONS[format]}`;
}

const PICTURE_EXTENSIONS: Record<PictureFormat, string> = { jpeg: "jpg", avif: "avif", hdr: "hdr.jpg" };

type RecordedSizes = { jpeg_bytes: number; avif_bytes: number | null; hdr_bytes: number | null };

/** The files of one size that the database says exist. */
export function filesOf(row: RecordedSizes): { format: PictureFormat; bytes: number }[] {
  return PICTURE_FORMATS.flatMap((format) => {
    const bytes = row[`${format}_bytes`];
    return bytes === null ? [] : [{ format, bytes }];
  });
}

/** Every key that a photo's files can have. Deleting the photo deletes all of them. */
export function keysOfPhoto(photo: {
  internal_id: string;
  original_key: string;
  former_file: string | null;
}): string[] {
  const variants = PICTURE_SIZES.flatMap((size) =>
    PICTURE_FORMATS.map((format) => variantKey(photo.internal_id, size, format)),
  );
  const former = readFormerFile(photo);
  return [photo.original_key, ...(former ? [former.original_key] : []), ...variants];
}

export type VariantName = { internal_id: string; size: PictureSize; format: PictureFormat };

/** Undefined when the key is not a variant's. */
export function readVariantKey(key: string): VariantName | undefined {
  const [, internal_id, name, extension] = /^variants\/[^/]+\/([^/]+)\/([a-z]+)\.([a-z.]+)$/.exec(key) ?? [];
  const size = PICTURE_SIZES.find((size) => size === name);
  const format = PICTURE_FORMATS.find((format) => PICTURE_EXTENSIONS[format] === extension);
  return internal_id && size && format ? { internal_id, size, format } : undefined;
}

const ROOM_PICTURES = "rooms/";

/** Of a picture made for one room: never a key that was used before. */
export const roomPictureKey = (roomId: number, format: "jpeg" | "avif") =>
  `${ROOM_PICTURES}${roomId}/${randomBytes(12).toString("hex")}.${PICTURE_EXTENSIONS[format]}`;

export const isRoomPictureKey = (key: string) => key.startsWith(ROOM_PICTURES);

export const partKey = (uploadId: string, name: string) => `uploads/${uploadId}/${name}`;

/** The names of the parts that have arrived, in order. */
// Always written as a JSON list of strings.
export const readParts = ({ parts }: { parts: string }) => JSON.parse(parts) as string[];

/** The files of an unfinished upload, in order. */
export const partKeys = (upload: { id: string; parts: string }): string[] =>
  readParts(upload).map((name) => partKey(upload.id, name));

/** The upload that a part belongs to. Undefined when the key is not a part's. */
export const uploadOfPart = (key: string) => /^uploads\/([^/]+)\/[^/]+$/.exec(key)?.[1];
