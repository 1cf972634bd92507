import type { PhotoId } from "../../../../contract/photos.ts";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../errors.ts";
import { type ImageResponse, imageResponse } from "./image-response.ts";
import { findUploadedFile } from "./serving.queries.ts";

/** The file as it was uploaded, downloaded under its own name. Only for the owner. */
export async function uploadedFile(
  { db, storage }: Deps,
  internalId: string,
): Promise<{ photoId: PhotoId; response: ImageResponse }> {
  const row = await findUploadedFile(db, internalId);
  if (!row) throw notFound();
  const response = imageResponse({
    etag: `"${row.sha256}"`,
    sizeBytes: row.filesize,
    type: row.mime_type,
    audience: "owner",
    disposition: disposition(row.filename),
    body: (range) => storage.open(row.original_key, range),
  });
  return { photoId: row.id, response };
}

/** Old clients read the plain name, current ones the encoded name. */
function disposition(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
