import type { PhotoId } from "../../../../contract/photos.ts";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../errors.ts";
import { attachment } from "../../../platform/http/attachment.ts";
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
    disposition: attachment(row.filename),
    body: (range) => storage.open(row.original_key, range),
  });
  return { photoId: row.id, response };
}
