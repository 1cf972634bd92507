/** Sends files by tus for bench/upload.ts as the upload dialog does, from a separate process. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { basename } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { API_PREFIX, type ResponseOf } from "../contract/endpoint.ts";
import { createUpload, type getUpload } from "../contract/uploads.ts";
import { bytesHeaders, newUploadHeaders } from "../rig/tus.ts";

export type FilesToSend = { url: string; token: string; album: string; photos: string[] };
export type SendResult = { error?: string };

/** As many as the upload dialog sends in parallel. */
const LINES = 3;
/** About as often as the dialog, which asks about three files at a time, each every 250 ms at first. */
const ASK_EVERY_MS = 100;

// Not fetch, which needs several times the CPU time and would slow down the pictures.
const agent = new Agent({ keepAlive: true });

process.on("message", async (files: FilesToSend) => {
  const result: SendResult = await send(files).then(
    () => ({}),
    (error: unknown) => ({ error: String(error) }),
  );
  process.send?.(result);
});

/** Waits for the photos only after all files are sent, as the dialog leaves the line to the next file. */
async function send({ url, token, album, photos }: FilesToSend): Promise<void> {
  const waiting = photos.values();
  const locations: string[] = [];

  async function sendOneByOne(): Promise<void> {
    for (const path of waiting) {
      const bytes = await readFile(path);
      const headers = newUploadHeaders({ album, length: bytes.length, filename: basename(path) });
      const { location } = (await call("POST", API_PREFIX + createUpload.path, headers)).resume().headers;
      if (!location) throw new Error(`${path}: no upload was created`);
      (await call("PATCH", location, bytesHeaders(0), bytes)).resume();
      locations.push(location);
    }
  }

  async function photoOf(location: string): Promise<void> {
    for (;;) {
      const response = await call("GET", location, {});
      const { state, error } = (await json(response)) as ResponseOf<typeof getUpload>;
      if (state === "done") return;
      if (error) throw new Error(JSON.stringify(error));
      await delay(ASK_EVERY_MS);
    }
  }

  async function call(method: string, path: string, headers: object, body?: Uint8Array): Promise<IncomingMessage> {
    const authorization = `Bearer ${token}`;
    const sent = request(url + path, { agent, method, headers: { ...headers, authorization } }).end(body);
    const [response]: IncomingMessage[] = await once(sent, "response");
    if (!response || (response.statusCode ?? 500) >= 300) throw new Error(`${method} ${path}: ${response?.statusCode}`);
    return response;
  }

  await Promise.all(Array.from({ length: LINES }, sendOneByOne));
  for (const location of locations) await photoOf(location);
}
