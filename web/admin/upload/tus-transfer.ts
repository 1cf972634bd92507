import { type DetailedError, defaultOptions, type HttpResponse, Upload } from "tus-js-client";
import { routeOf } from "../../../contract/endpoint.ts";
import { createUpload } from "../../../contract/uploads.ts";
import { adminToken } from "../../api/admin-token.ts";

type FileToTransfer = {
  file: File;
  slug: string;
  /** Where an earlier attempt has sent it, as far as it got. */
  uploadUrl: string | undefined;
  /** A second copy on purpose: it never continues the upload of the first. */
  isCopy: boolean;
  signal: AbortSignal;
  /** When its upload may begin. */
  turn: Promise<void>;
  onBegun: (uploadUrl: string) => void;
  /** Bytes of the file sent so far. */
  onProgress: (sentBytes: number) => void;
};

/** The response that ended a transfer. Without one, the connection was lost. */
export type RefusedResponse = { status: number; text: string } | undefined;
export type TransferResult = { uploadUrl: string } | { refused: RefusedResponse };

/** Proxies may hold a request back until it is complete, so a lost connection can cost this much. */
const REQUEST_BYTES = 16 * 1024 * 1024;
/** Long enough for a restart of the server. The count starts over whenever bytes get through. */
const RETRY_AFTER_MS = [250, 1_000, 4_000];

const connection = {
  endpoint: routeOf(createUpload),
  chunkSize: REQUEST_BYTES,
  retryDelays: RETRY_AFTER_MS,
  onBeforeRequest: (request) => request.setHeader("Authorization", `Bearer ${adminToken.read() ?? ""}`),
  onAfterResponse: (request, response) => {
    // The client would take any such response for an unknown upload, and start over.
    if (request.getMethod() === "HEAD" && !isAboutUpload(response.getStatus())) throw new RefusedError(response);
  },
  onShouldRetry: (error) => isPassing(responseOf(error)),
} satisfies ConstructorParameters<typeof Upload>[1];

const fingerprintOf = (file: File, slug: string) =>
  ["vitrine", slug, file.name, file.size, file.lastModified].join("/");

/** Continues an earlier upload of the same file, also one from before the browser was closed. Aborting stops it only here. */
export function transferFile(transfer: FileToTransfer): Promise<TransferResult> {
  const { file, slug, uploadUrl, signal, turn, onBegun, onProgress } = transfer;
  return new Promise((resolve) => {
    let isStarted = false;
    const upload = new Upload(file, {
      ...connection,
      uploadUrl: uploadUrl ?? null,
      metadata: { filename: file.name, album: slug, last_modified: String(file.lastModified) },
      fingerprint: async () => fingerprintOf(file, slug),
      onUploadUrlAvailable: () => {
        if (!upload.url) return;
        void claim(upload.url);
        onBegun(upload.url);
        if (signal.aborted) stop();
      },
      onShouldRetry: (error) => !signal.aborted && connection.onShouldRetry(error),
      onProgress,
      onError: (error) => finish({ refused: responseOf(error as DetailedError) }),
      onSuccess: () => finish({ uploadUrl: upload.url ?? "" }),
    });
    const finish = (result: TransferResult) => {
      if (upload.url) release(upload.url);
      resolve(result);
    };
    const stop = () => {
      void upload.abort().catch(() => {});
      finish({ refused: undefined });
    };
    // While the server is asked for an upload, its URL must be awaited: no one else could end it.
    signal.addEventListener("abort", () => (upload.url || !isStarted) && stop());
    void turn.then(async () => {
      if (!uploadUrl && !transfer.isCopy) await continueEarlier(upload, signal);
      if (signal.aborted) return;
      isStarted = true;
      upload.start();
    });
  });
}

async function continueEarlier(upload: Upload, signal: AbortSignal): Promise<void> {
  for (const earlier of (await upload.findPreviousUploads()).reverse()) {
    if (signal.aborted) return;
    if (!earlier.uploadUrl || !(await claim(earlier.uploadUrl))) continue;
    // Not to be continued after all: the next attempt may.
    if (signal.aborted) release(earlier.uploadUrl);
    else upload.resumeFromPreviousUpload(earlier);
    return;
  }
}

/** The uploads that are sent from here: a file that is chosen twice must not continue the upload of its twin. */
const claimed = new Map<string, () => void>();

/** False while this page sends to this upload or, as far as the browser says, another tab does. */
async function claim(uploadUrl: string): Promise<boolean> {
  if (claimed.has(uploadUrl)) return false;
  claimed.set(uploadUrl, () => {});
  // Browsers have them only on https and localhost.
  if (!navigator.locks) return true;
  return new Promise((resolve) => {
    void navigator.locks.request(`upload ${uploadUrl}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (lock) return new Promise<void>((end) => (claimed.has(uploadUrl) ? claimed.set(uploadUrl, end) : end()));
      claimed.delete(uploadUrl);
    });
  });
}

function release(uploadUrl: string): void {
  claimed.get(uploadUrl)?.();
  claimed.delete(uploadUrl);
}

/** The browser remembers an upload until its outcome is known, so that choosing the file again continues it. */
export async function forgetUpload(file: File, slug: string, uploadUrl: string): Promise<void> {
  const { urlStorage } = defaultOptions;
  for (const each of await urlStorage.findUploadsByFingerprint(fingerprintOf(file, slug))) {
    if (each.uploadUrl === uploadUrl) await urlStorage.removeUpload(each.urlStorageKey);
  }
}

/** Removes what has arrived. Undefined if the server cannot be reached. */
export async function endUpload(uploadUrl: string): Promise<"ended" | "stored" | undefined> {
  try {
    // It responds with 409 for a photo, which no retry changes.
    const onShouldRetry = (error: DetailedError) =>
      responseOf(error)?.status !== 409 && connection.onShouldRetry(error);
    await Upload.terminate(uploadUrl, { ...connection, onShouldRetry });
    return "ended";
  } catch (error) {
    const status = responseOf(error as DetailedError)?.status;
    if (status === 404 || status === 410) return "ended";
    return status === 409 ? "stored" : undefined;
  }
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

function responseOf({ originalResponse, causingError }: DetailedError): RefusedResponse {
  const response = originalResponse ?? (causingError instanceof RefusedError ? causingError.response : null);
  return response ? { status: response.getStatus(), text: response.getBody() } : undefined;
}

/** Whether trying again may help without the owner: not while the server's disk is full or fails. */
function isPassing(response: RefusedResponse): boolean {
  if (!response || response.status === 409 || response.status === 423) return true;
  return response.status >= 500 && !/"(UPLOAD_FAILED|DISK_FULL)"/.test(response.text);
}
