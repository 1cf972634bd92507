import type { PhotoRow } from "../../db/schema.ts";

/** Every column that describes the uploaded file. A replacement changes these, and a revert brings them back. */
const FILE_COLUMNS = [
  "original_key",
  "filename",
  "mime_type",
  "sha256",
  "width",
  "height",
  "filesize",
  "captured_on",
  "captured_zone",
  "captured_key",
  "file_modified_on",
  "placeholder",
  "exif",
  "hdr",
  "creator",
  "copyright",
] as const satisfies readonly (keyof PhotoRow)[];

export type FileColumns = Pick<PhotoRow, (typeof FILE_COLUMNS)[number]>;

export function fileColumnsOf(row: FileColumns): FileColumns {
  // Every column is copied.
  return Object.fromEntries(FILE_COLUMNS.map((column) => [column, row[column]])) as FileColumns;
}

/** The file before the last replacement. Null when there is none. */
export function readFormerFile({ former_file }: { former_file: string | null }): FileColumns | null {
  // Only a replacement writes it.
  return former_file === null ? null : (JSON.parse(former_file) as FileColumns);
}
