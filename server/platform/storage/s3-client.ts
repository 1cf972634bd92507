import { createReadStream } from "node:fs";
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import type { S3Settings } from "../../config.ts";

const TRIES = 3;
const RETRY_DELAY_MS = 200;
/** Applies to connecting, to the response, and to every pause in between. */
const SILENCE_LIMIT_MS = 10_000;
const CONNECTIONS = 64;
const PRESIGNED_SECONDS = 60;
const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

export type S3Request = {
  method: "GET" | "HEAD" | "PUT" | "POST";
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: S3Body;
};

/** The server verifies the body against the checksum, which the signature covers. */
export type S3Body = { sha256: string; sizeBytes: number; from: Buffer | { path: string } };

export type S3Client = {
  /** Undefined for 404. Retries network and server errors, and throws after the last attempt. */
  send(request: S3Request): Promise<IncomingMessage | undefined>;
  /** A URL that works for a minute without credentials. */
  presign(key: string): Promise<string>;
  close(): void;
};

export function s3Client({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings): S3Client {
  const options = { keepAlive: true, maxSockets: CONNECTIONS };
  const isHttps = endpoint.startsWith("https:");
  const agent = isHttps ? new HttpsAgent(options) : new HttpAgent(options);
  const open = isHttps ? httpsRequest : httpRequest;
  const credentials = { accessKeyId, secretAccessKey, region, service: "s3" };

  function urlOf(key: string | undefined, query: Record<string, string> = {}): string {
    const url = new URL(`${endpoint}/${bucket}${key === undefined ? "" : `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  }

  async function sendOnce({ method, key, query, headers = {}, body }: S3Request): Promise<IncomingMessage> {
    const signed = await new AwsV4Signer({
      ...credentials,
      method,
      url: urlOf(key, query),
      headers: { ...headers, "x-amz-content-sha256": body?.sha256 ?? EMPTY_SHA256 },
    }).sign();
    const lengths = body ? { "content-length": String(body.sizeBytes) } : {};
    return new Promise((resolve, reject) => {
      const request = open(signed.url, {
        method,
        agent,
        headers: { ...Object.fromEntries(signed.headers), ...lengths },
        timeout: SILENCE_LIMIT_MS,
      });
      request.on("timeout", () => request.destroy(new Error("The S3 server did not respond in time")));
      request.on("error", reject);
      request.on("response", resolve);
      if (!body || Buffer.isBuffer(body.from)) request.end(body?.from);
      else
        createReadStream(body.from.path)
          .on("error", (error) => request.destroy(error))
          .pipe(request);
    });
  }

  return {
    async send(request) {
      for (let attempt = 1; ; attempt++) {
        try {
          const response = await sendOnce(request);
          const status = response.statusCode ?? 0;
          if (status < 300) return response;
          const refusal = new S3RefusedError(status, await text(response));
          if (status === 404) return undefined;
          throw refusal;
        } catch (error) {
          const isFinal = error instanceof S3RefusedError && error.status < 500 && error.status !== 429;
          if (isFinal || attempt === TRIES) throw error;
          await delay(RETRY_DELAY_MS * 2 ** attempt * (0.5 + Math.random()));
        }
      }
    },
    async presign(key) {
      const url = urlOf(key, { "X-Amz-Expires": String(PRESIGNED_SECONDS) });
      const signed = await new AwsV4Signer({ ...credentials, method: "GET", url, signQuery: true }).sign();
      return signed.url.href;
    },
    close: () => agent.destroy(),
  };
}

/** For an operator whose storage cannot be used. */
export function explainS3(error: unknown, { endpoint, bucket }: S3Settings): string {
  if (!(error instanceof Error)) return `the S3 server at ${endpoint} failed. Check STORAGE_URL`;
  if (error instanceof S3RefusedError) {
    if (error.status === 404) return `the bucket ${bucket} does not exist at ${endpoint}. Check STORAGE_URL`;
    if (error.status === 401 || error.status === 403) {
      const what = `the S3 server refused the keys (${error.code})`;
      return `${what}. Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and what they may do with the bucket ${bucket}`;
    }
    return `the S3 server at ${endpoint} responded with ${error.status} ${error.code}. Check STORAGE_URL`;
  }
  const code = "code" in error ? error.code : "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return `the S3 server's host ${new URL(endpoint).hostname} is unknown. Check STORAGE_URL`;
  }
  return `the S3 server at ${endpoint} is not responding. Check STORAGE_URL`;
}

/** The response is not part of the message: it may name the bucket. */
export class S3RefusedError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, response: string) {
    const code = /<Code>([^<]*)/.exec(response)?.[1] ?? "";
    super(`The S3 server responded with ${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}
