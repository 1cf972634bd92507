import { get } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startTestServer } from "../../../rig/server/start-test-server.ts";

const DECODE: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes) => bytes,
};

/** fetch would decode the body and drop the header. */
function read(url: string, accepted: string): Promise<{ encoding: string; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": accepted } }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({ encoding: response.headers["content-encoding"] ?? "identity", bytes });
    }).once("error", reject);
  });
}

const CHOICES: Record<string, string> = {
  "": "identity",
  "gzip, deflate, br, zstd": "br",
  "gzip, br": "br",
  gzip: "gzip",
  "x-gzip": "gzip",
  BR: "br",
  "gzip, br;q=0": "gzip",
  "br; q=0.0, gzip;q=0.5": "gzip",
  "br;q=0.5, gzip;q=0.8": "gzip",
  "br;q=0, gzip;q=0": "identity",
  "*": "br",
  "br;q=0, *": "gzip",
  "*;q=0": "identity",
  identity: "identity",
  "identity, br;q=0.5": "identity",
  "identity;q=0.5, gzip;q=0.8": "gzip",
  "zstd, brotli": "identity",
  "br;q=nonsense": "identity",
};

test("a response is compressed only as the client accepts it", async () => {
  const { url } = await startTestServer();
  const page = (await read(`${url}/admin`, "identity")).bytes.toString();
  const [script] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];

  // A cached page, a built file, and a page that is never cached.
  for (const path of ["/", script, "/s/unknown"]) {
    const plain = (await read(url + path, "identity")).bytes;
    for (const [accepted, expected] of Object.entries(CHOICES)) {
      const { encoding, bytes } = await read(url + path, accepted);
      expect([path, accepted, encoding]).toEqual([path, accepted, expected]);
      expect(DECODE[encoding]?.(bytes).equals(plain)).toBe(true);
    }
  }
});
