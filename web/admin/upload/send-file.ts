import type { ErrorCode } from "../../../contract/errors.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { getUpload, type UploadError } from "../../../contract/uploads.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { fewAtATime } from "./few-at-a-time.ts";
import { parseResponse } from "./send-form.ts";

export type SendOutcome =
  | { status: "stored"; photo: AdminPhoto; duplicateOf: PhotoId | null }
  | {
      status: "failed";
      error: UploadError;
      canRetry: boolean /** Where Retry continues. */;
      uploadUrl?: string | undefined;
    }
  | { status: "cancelled" };

export type Transfer = {
  file: File;
  /** Where an earlier attempt, or another window, has sent it. */
  uploadUrl: string | undefined;
  /** A second copy on purpose. */
  isCopy: boolean;
  signal: AbortSignal;
  /** Bytes of the file sent so far. */
  onProgress: (sentBytes: number) => void;
};

/** Why a transfer is aborted: what has arrived stays for the next attempt. */
export const LEFT = "left";

type FailedSend = Extract<SendOutcome, { status: "failed" }>;
type SendOptions = Transfer & { slug: string; maxMb: number };

/** When to ask what has become of a file: less and less often, because a large one takes a while. */
const FIRST_ASK_MS = 250;
const ASK_AT_MOST_MS = 2_000;
const ASK_GROWTH = 1.3;
/** How long to ask in vain, for all files together. */
const PATIENCE_MS = 10_000;
let silentSince: number | undefined;
/** Hundreds may wait, and the server makes photos of them in the order in which they arrived. */
const inTurn = fewAtATime(3);

/** Resolves once every earlier file has an upload: the server puts photos in the order in which their uploads began. */
let nextTurn: Promise<void> = Promise.resolve();

export async function sendFile({ slug, maxMb, onProgress, ...transfer }: SendOptions): Promise<SendOutcome> {
  const { file, signal } = transfer;
  const begun = Promise.withResolvers<void>();
  const turn = nextTurn;
  nextTurn = turn.then(() => begun.promise);
  /** What the server has of the file. */
  let uploadUrl: string | undefined = transfer.uploadUrl;
  let sentBytes = 0;
  let hasArrived = false;
  try {
    const outcome = await send();
    return outcome.status === "failed" && uploadUrl ? { ...outcome, uploadUrl } : outcome;
  } catch (error) {
    if (signal.aborted) return await cancel();
    if (error instanceof ApiError && error.status > 0) return { ...refusedCall(file, error, maxMb), uploadUrl };
    return { ...(hasArrived ? outcomeUnknown(file) : connectionLost(file)), uploadUrl };
  } finally {
    begun.resolve();
  }

  async function send(): Promise<SendOutcome> {
    const { transferFile } = await import("./tus-transfer.ts");
    if (signal.aborted) return cancel();
    const result = await transferFile({
      ...transfer,
      slug,
      turn,
      onBegun: (url) => {
        uploadUrl = url;
        begun.resolve();
      },
      onProgress: (bytes) => {
        sentBytes = bytes;
        onProgress(bytes);
      },
    });
    if (signal.aborted) return cancel();
    if (!("uploadUrl" in result))
      return result.refused ? readRefusal(file, result.refused, maxMb) : connectionLost(file);
    hasArrived = true;
    silentSince = undefined;
    const { uploadUrl: arrivedUrl } = result;
    return inTurn(signal, () => readOutcome(arrivedUrl, signal)).then(keepOutcome);
  }

  /** The outcome is known, so nothing of the upload is to be continued. */
  async function keepOutcome(outcome: SendOutcome): Promise<SendOutcome> {
    if (uploadUrl) await (await import("./tus-transfer.ts")).forgetUpload(file, slug, uploadUrl);
    uploadUrl = undefined;
    return outcome;
  }

  async function cancel(): Promise<SendOutcome> {
    if (!uploadUrl || signal.reason === LEFT) return { status: "cancelled" };
    const { endUpload } = await import("./tus-transfer.ts");
    const ended = await endUpload(uploadUrl);
    // Too late: the file is a photo of the album.
    if (ended === "stored") return readOutcome(uploadUrl).then(keepOutcome, () => cancelNotSaid(file));
    // What has not arrived in full does not become a photo, and is removed after a day.
    if (!ended && sentBytes >= file.size) return { ...cancelNotSaid(file), uploadUrl };
    return keepOutcome({ status: "cancelled" });
  }
}

/** Waits until the server has made a photo of the file. */
async function readOutcome(uploadUrl: string, signal?: AbortSignal): Promise<SendOutcome> {
  const id = uploadUrl.split("/").at(-1) ?? "";
  for (let pauseMs = FIRST_ASK_MS; ; pauseMs = Math.min(ASK_AT_MOST_MS, pauseMs * ASK_GROWTH)) {
    const outcome = await call(getUpload, { params: { id }, ...(signal && { signal }) }).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      // The server may be restarting.
      silentSince ??= performance.now();
      if (performance.now() - silentSince > PATIENCE_MS) throw error;
      return undefined;
    });
    if (outcome) silentSince = undefined;
    if (outcome?.photo) return { status: "stored", photo: outcome.photo, duplicateOf: outcome.duplicate_of };
    if (outcome?.error) return refusedFile(outcome.error);
    // Its photo has been deleted permanently since.
    if (outcome?.state === "done") return { status: "cancelled" };
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

const isUnavailable = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** The response when the server refuses the whole request before looking at its files. */
type Refusal = { code?: ErrorCode | undefined; message?: string; failed_uploads?: UploadError[] };

function readRefusal(file: File, { status, text }: { status: number; text: string }, maxMb: number): SendOutcome {
  const response = parseResponse<Refusal>(text);
  const error = response.failed_uploads?.[0];
  if (error) return refusedFile(error);
  return { status: "failed", error: requestRefused(file, status, response, maxMb), canRetry: true };
}

/** A refused file stays refused; a server fault may pass. */
const refusedFile = (error: UploadError): SendOutcome => ({
  status: "failed",
  error,
  canRetry: error.error_details.reason === undefined,
});

const refusedCall = (file: File, { status, code, message }: ApiError, maxMb: number): FailedSend => ({
  status: "failed",
  error: requestRefused(file, status, { code, message }, maxMb),
  canRetry: true,
});

function requestRefused(file: File, status: number, { code, message }: Refusal, maxMb: number): UploadError {
  return {
    file_name: file.name,
    error: message ?? `The server responded with status ${status}.`,
    error_type: code === "DISK_FULL" ? "DISK_SPACE_ERROR" : "UPLOAD_ERROR",
    error_details: { operation: "upload", suggestion: suggestionFor(status, code, maxMb) },
  };
}

function suggestionFor(status: number, code: ErrorCode | undefined, maxMb: number): string {
  if (code === "UNAUTHORIZED") return "Sign in again in another tab, then choose Retry.";
  if (code === "ALBUM_NOT_FOUND") return "The album may have been deleted. Close this dialog and choose another album.";
  // Without a code the response is not from our server.
  if (status === 413 && code === undefined)
    return `A proxy in front of the server accepts less than ${maxMb}MB. Export a smaller file.`;
  if (code === "UPLOADS_UNFINISHED")
    return "Choose the files of those uploads again to finish them, then choose Retry.";
  if (code === "RATE_LIMITED") return "Wait a minute, then choose Retry.";
  return "Choose Retry. If it fails again, check the server log.";
}

const connectionLost = (file: File): FailedSend =>
  networkError(file, {
    error: "The connection to the server was lost before the file was stored.",
    suggestion: "Check your connection, then choose Retry.",
  });

const outcomeUnknown = (file: File): FailedSend =>
  networkError(file, {
    error: "The file has arrived, but the server does not say whether it is stored.",
    suggestion: "Check your connection, then choose Retry to ask again. The file is not sent twice.",
  });

const cancelNotSaid = (file: File): FailedSend =>
  networkError(file, {
    error: "The file had arrived, and the server could not be told that it was cancelled.",
    suggestion: "It may become a photo of the album. Check your connection, then choose Retry to see.",
  });

function networkError(file: File, { error, suggestion }: { error: string; suggestion: string }): FailedSend {
  const details = { operation: "upload", suggestion };
  return {
    status: "failed",
    error: { file_name: file.name, error, error_type: "NETWORK_ERROR", error_details: details },
    canRetry: true,
  };
}
