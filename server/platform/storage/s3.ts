import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { dirname, extname } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import type { S3Settings } from "../../config.ts";
import { CannotStartError } from "../../errors.ts";
import { hashFile } from "../hash.ts";
import { diskStorage } from "./disk.ts";
import { explainS3, type S3Body, S3RefusedError, type S3Request, s3Client } from "./s3-client.ts";
import type { Storage } from "./storage.ts";
import { StorageError } from "./storage-error.ts";
import { requireKey } from "./storage-key.ts";

const SHA256_HEADER = "x-amz-meta-sha256";
const TOPS = ["originals/", "variants/", "uploads/", "rooms/"];
/** The most that S3 accepts in one request. */
const KEYS_PER_DELETE = 1_000;
const TYPES: Record<string, string> = {
  ".jpg": "image/jpeg",
  ".png": "image/png",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".avif": "image/avif",
};

/**
 * A private bucket of any S3-compatible server. Every object has a checksum: the server verifies uploads against it, and
 * we verify every complete read. Incoming files wait in a folder on this machine.
 */
export function s3Storage(settings: S3Settings, localFolder: string): Storage {
  const client = s3Client(settings);
  const { writeTemp, removeTemp, removeTemps, close: closeLocal } = diskStorage(localFolder);

  async function withContext<T>(operation: string, key: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StorageError) throw error;
      throw new StorageError("FILE_STORAGE_ERROR", { operation, target_directory: dirname(key) }, error);
    }
  }

  const send = (operation: string, request: S3Request & { key: string }) =>
    withContext(operation, request.key, () => client.send({ ...request, key: requireKey(request.key) }));

  async function put(key: string, body: S3Body): Promise<void> {
    const type = TYPES[extname(key)] ?? "application/octet-stream";
    const headers = { "content-type": type, [SHA256_HEADER]: body.sha256 };
    const response = await send("store the file", { method: "PUT", key, headers, body });
    // 404 for the bucket itself: it does not exist.
    if (!response) throw missingBucket(key);
    response.resume();
  }

  async function openWhole(key: string): Promise<{ size: number; stream: Readable } | undefined> {
    const response = await send("read the file", { method: "GET", key });
    return (
      response && { size: lengthOf(response), stream: Readable.from(verified(response, key), { objectMode: false }) }
    );
  }

  async function copyToTemp(key: string): Promise<string | undefined> {
    const file = await openWhole(key);
    return file && withContext("read the file", key, () => writeTemp(file.stream));
  }

  return {
    writeTemp,
    removeTemp,
    removeTemps,
    async putFile(key, localPath) {
      const sha256 = await hashFile(localPath);
      const { size } = await stat(localPath);
      await put(key, { sha256, sizeBytes: size, from: { path: localPath } });
      await removeTemp(localPath);
    },
    async putBytes(key, bytes) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      await put(key, { sha256, sizeBytes: bytes.length, from: bytes });
    },
    async sizeOf(key) {
      const response = await send("read the file", { method: "HEAD", key });
      response?.resume();
      return response && lengthOf(response);
    },
    async open(key, range) {
      if (!range) return openWhole(key);
      const headers = { range: `bytes=${range.start}-${range.end}` };
      const response = await send("read the file", { method: "GET", key, headers });
      return response && { size: lengthOf(response), stream: response };
    },
    async read(key) {
      const file = await openWhole(key);
      return file && withContext("read the file", key, () => buffer(file.stream));
    },
    copyToTemp,
    async withLocalFile(key, work) {
      const path = await copyToTemp(key);
      if (path === undefined) return undefined;
      try {
        return await work(path);
      } finally {
        await removeTemp(path);
      }
    },
    async delete(keys) {
      for (let start = 0; start < keys.length; start += KEYS_PER_DELETE) {
        await deleteSome(keys.slice(start, start + KEYS_PER_DELETE).map(requireKey));
      }
    },
    async *list() {
      for (const prefix of TOPS) yield* listBelow(prefix);
    },
    presign: async (key) => client.presign(requireKey(key)),
    async checkConnection() {
      try {
        await listPage({ prefix: TOPS[0] ?? "", "max-keys": "1" });
      } catch (error) {
        throw new CannotStartError(explainS3(error instanceof StorageError ? error.cause : error, settings), {
          cause: error,
        });
      }
    },
    async check() {
      await listPage({ prefix: TOPS[0] ?? "", "max-keys": "1" });
    },
    async close() {
      client.close();
      await closeLocal();
    },
  };

  async function deleteSome(keys: readonly string[]): Promise<void> {
    const objects = keys.map((key) => `<Object><Key>${key}</Key></Object>`).join("");
    const bytes = Buffer.from(`<Delete><Quiet>true</Quiet>${objects}</Delete>`);
    await withContext("delete the files", keys[0] ?? "", async () => {
      const response = await client.send({
        method: "POST",
        query: { delete: "" },
        // Required by servers that ignore the checksum in the signature.
        headers: { "content-md5": createHash("md5").update(bytes).digest("base64"), "content-type": "application/xml" },
        body: { sha256: createHash("sha256").update(bytes).digest("hex"), sizeBytes: bytes.length, from: bytes },
      });
      if (!response) throw missingBucket("");
      // The status is 200 even if single files were refused.
      const refused = tag(await text(response), "Error");
      if (refused) throw new Error(`The S3 server kept ${tag(refused, "Key")}: ${tag(refused, "Code")}`);
    });
  }

  async function* listBelow(prefix: string): AsyncGenerator<{ key: string; size: number }> {
    let marker = "";
    for (;;) {
      const page = await listPage({ prefix, marker });
      for (const [, object = ""] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
        marker = tag(object, "Key");
        yield { key: marker, size: Number(tag(object, "Size")) };
      }
      if (tag(page, "IsTruncated") !== "true") return;
    }
  }

  function listPage(query: Record<string, string>): Promise<string> {
    return withContext("list the files", "", async () => {
      // Version 1 of the listing continues after a key, without tokens, and every server supports it.
      const response = await client.send({ method: "GET", query });
      if (!response) throw missingBucket("");
      return text(response);
    });
  }
}

/** A file that was changed in transit or in storage causes an error, never a wrong picture. */
async function* verified(response: IncomingMessage, key: string): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of response) {
    hash.update(chunk);
    yield chunk;
  }
  const expected = response.headers[SHA256_HEADER];
  if (expected !== undefined && hash.digest("hex") !== expected) {
    throw new StorageError(
      "FILE_STORAGE_ERROR",
      { operation: "read the file", target_directory: dirname(key) },
      new Error(`${key} differs from what was stored`),
    );
  }
}

/** Of the whole file, even if only a part was requested. */
function lengthOf({ headers }: IncomingMessage): number {
  const whole = /\/(\d+)$/.exec(headers["content-range"] ?? "")?.[1];
  return Number(whole ?? headers["content-length"]);
}

/** Our keys need no escaping. */
const tag = (xml: string, name: string) => new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(xml)?.[1] ?? "";

const missingBucket = (key: string) =>
  new StorageError(
    "FILE_STORAGE_ERROR",
    { operation: "find the bucket", target_directory: dirname(key) },
    new S3RefusedError(404, "<Code>NoSuchBucket</Code>"),
  );
