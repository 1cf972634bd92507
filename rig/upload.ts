import { API_PREFIX, type ResponseOf } from "../contract/endpoint.ts";
import type { uploadPhotos } from "../contract/uploads.ts";
import type { Client, ClientResponse } from "./client.ts";

export type FileToSend = { name: string; bytes: Uint8Array; lastModified?: number };

type UploadResponse = ResponseOf<typeof uploadPhotos> & { success: boolean };

/** Sends files as a browser form does. */
export async function upload(
  client: Client,
  album: { slug: string },
  files: readonly FileToSend[],
): Promise<ClientResponse<UploadResponse>> {
  const form = new FormData();
  for (const { name, bytes, lastModified } of files) {
    form.append("photos[]", new Blob([Uint8Array.from(bytes)], { type: "image/jpeg" }), name);
    if (lastModified !== undefined) form.append("last_modified[]", String(lastModified));
  }
  const response = await client.fetch(`${API_PREFIX}/admin/albums/${album.slug}/photos`, {
    method: "POST",
    body: form,
  });
  // The server checks its responses against the contract.
  const body = (await response.json()) as UploadResponse;
  return { status: response.status, headers: response.headers, body };
}
