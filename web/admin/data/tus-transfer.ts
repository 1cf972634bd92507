import { type DetailedError, type HttpResponse, Upload } from "tus-js-client";
import { routeOf } from "../../../contract/endpoint.ts";
import { createUpload } from "../../../contract/uploads.ts";
import { adminToken } from "../../api/admin-token.ts";

type FileToTransfer = {
  file: File;
  slug: string;
  /** Not aborted yet. */
  signal: AbortSignal;
  /** When its upload may begin. */
  turn: Promise<void>;
  onBegun: () => void;
  /** Bytes of the file sent so far. */
  onProgress: (sentBytes: number) => void;
};

/** The answer that ended a transfer. Without one, the connection was lost. */
export type RefusedAnswer = { status: number; text: string } | undefined;
export type TransferResult = { uploadUrl: string } | { refused: RefusedAnswer };

/** Proxies may hold a request back until it is complete, so a lost connection can cost this much. */
const REQUEST_BYTES = 16 * 1024 * 1024;
/** Long enough for a restart of the server. The count starts over whenever bytes get through. */
const RETRY_AFTER_MS = [250, 1_000, 4_000];

/** A file that is chosen twice must not continue the upload of its twin. */
const activeUrls = new Set<string>();

/** Continues an earlier upload of the same file, also one from before the browser was closed. */
export function transferFile({
  file,
  slug,
  signal,
  turn,
  onBegun,
  onProgress,
}: FileToTransfer): Promise<TransferResult> {
  return new Promise((resolve) => {
    const upload = new Upload(file, {
      endpoint: routeOf(createUpload),
      chunkSize: REQUEST_BYTES,
      retryDelays: RETRY_AFTER_MS,
      metadata: { filename: file.name, album: slug, last_modified: String(file.lastModified) },
      fingerprint: async () => ["vitrine", slug, file.name, file.size, file.lastModified].join("/"),
      removeFingerprintOnSuccess: true,
      onBeforeRequest: (request) => request.setHeader("Authorization", `Bearer ${adminToken.read() ?? ""}`),
      onAfterResponse: (request, response) => {
        // The client would take any such answer for an unknown upload, and start over.
        if (request.getMethod() === "HEAD" && !isAboutUpload(response.getStatus())) throw new RefusedError(response);
      },
      onShouldRetry: (error) => isPassing(answerOf(error)),
      onUploadUrlAvailable: () => {
        onBegun();
        if (upload.url) activeUrls.add(upload.url);
      },
      onProgress,
      onError: (error) => finish({ refused: answerOf(error as DetailedError) }),
      onSuccess: () => finish({ uploadUrl: upload.url ?? "" }),
    });
    const finish = (result: TransferResult) => {
      if (upload.url) activeUrls.delete(upload.url);
      resolve(result);
    };
    signal.addEventListener("abort", () => {
      // The server removes what has arrived, or does so a day later if it cannot be reached now.
      void upload.abort(true).catch(() => {});
      finish({ refused: undefined });
    });
    void turn.then(() => startOrContinue(upload, signal));
  });
}

async function startOrContinue(upload: Upload, signal: AbortSignal): Promise<void> {
  const earlier = await upload.findPreviousUploads();
  const last = earlier.findLast(({ uploadUrl }) => uploadUrl && !activeUrls.has(uploadUrl));
  if (last?.uploadUrl) {
    activeUrls.add(last.uploadUrl);
    upload.resumeFromPreviousUpload(last);
  }
  if (!signal.aborted) upload.start();
}

class RefusedError extends Error {
  readonly response: HttpResponse;

  constructor(response: HttpResponse) {
    super("refused");
    this.response = response;
  }
}

/** Found, gone, or in use by another request. */
const isAboutUpload = (status: number) => status < 300 || [404, 410, 423].includes(status);

function answerOf({ originalResponse, causingError }: DetailedError): RefusedAnswer {
  const response = originalResponse ?? (causingError instanceof RefusedError ? causingError.response : null);
  return response ? { status: response.getStatus(), text: response.getBody() } : undefined;
}

/** Whether trying again may help without the owner: not while the server's disk is full or fails. */
function isPassing(answer: RefusedAnswer): boolean {
  if (!answer || answer.status === 409 || answer.status === 423) return true;
  return answer.status >= 500 && !/"(UPLOAD_FAILED|DISK_FULL)"/.test(answer.text);
}
