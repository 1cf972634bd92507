import { setTimeout as delay } from "node:timers/promises";
import { API_PREFIX, type ResponseOf } from "../contract/endpoint.ts";
import { createUpload, getUpload } from "../contract/uploads.ts";
import type { Client } from "./client.ts";

export const TUS = { "tus-resumable": "1.0.0" };
const OUTCOME_LIMIT_MS = 60_000;
const POLL_MS = 50;
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** `replaces` is the id of a photo. */
type NewUpload = { length: number; filename?: string } & ({ album: string } | { replaces: number });

/** The calls of a tus client, one by one. */
export function beginUpload(client: Client, upload: NewUpload): Promise<Response> {
  return client.fetch(API_PREFIX + createUpload.path, { method: "POST", headers: newUploadHeaders(upload) });
}

export function newUploadHeaders({ length, filename = "boat.jpg", ...given }: NewUpload): Record<string, string> {
  const target = "album" in given ? `album ${base64(given.album)}` : `replaces ${base64(String(given.replaces))}`;
  const metadata = `filename ${base64(filename)},${target},last_modified ${base64("1700000000000")}`;
  return { ...TUS, "upload-length": String(length), "upload-metadata": metadata };
}

export const locationOf = (response: Response) => response.headers.get("location") ?? "";
export const idOf = (location: string) => location.split("/").at(-1) ?? "";

export function sendBytes(client: Client, location: string, offset: number, bytes: Uint8Array): Promise<Response> {
  return client.fetch(location, { method: "PATCH", headers: bytesHeaders(offset), body: Uint8Array.from(bytes) });
}

export const bytesHeaders = (offset: number): Record<string, string> => ({
  ...TUS,
  "upload-offset": String(offset),
  "content-type": "application/offset+octet-stream",
});

export async function readOffset(client: Client, location: string): Promise<number> {
  const response = await client.fetch(location, { method: "HEAD", headers: TUS });
  if (!response.ok) throw new Error(`HEAD ${location}: ${response.status}`);
  return Number(response.headers.get("upload-offset"));
}

/** The server makes pictures after the response to the last byte. Rejects if it dies first. */
export async function saveResultOf(client: Client, location: string): Promise<ResponseOf<typeof getUpload>> {
  const deadline = performance.now() + OUTCOME_LIMIT_MS;
  for (;;) {
    const outcome = await client.call(getUpload, { params: { id: idOf(location) } });
    if (outcome.state === "done" || outcome.state === "failed") return outcome;
    if (performance.now() > deadline) throw new Error(`${location} is still ${outcome.state}`);
    await delay(POLL_MS);
  }
}
