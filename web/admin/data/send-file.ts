import type { ResponseOf } from "../../../contract/endpoint.ts";
import type { ErrorCode, Failure } from "../../../contract/errors.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import type { UploadError, uploadPhotos } from "../../../contract/uploads.ts";
import { sendForm } from "./send-form.ts";

export type SendOutcome =
  | { status: "stored"; photo: AdminPhoto; duplicateOf: PhotoId | null }
  | { status: "failed"; error: UploadError; canRetry: boolean }
  | { status: "cancelled" };

export type Transfer = {
  file: File;
  signal: AbortSignal;
  /** Bytes of the file sent so far. */
  onProgress: (sentBytes: number) => void;
};

type SendOptions = Transfer & { slug: string; maxMb: number };

export async function sendFile({ slug, maxMb, file, signal, onProgress }: SendOptions): Promise<SendOutcome> {
  const form = new FormData();
  form.append("photos[]", file);
  form.append("last_modified[]", String(file.lastModified));
  const path = `/admin/albums/${encodeURIComponent(slug)}/photos`;
  const answer = await sendForm({ method: "POST", path, form, file, signal, onProgress });
  if (answer.outcome === "answered") return readAnswer(file, answer, maxMb);
  return answer.outcome === "lost" ? connectionLost(file) : { status: "cancelled" };
}

/** The answer when the server refuses the whole request before looking at its files. */
type Refusal = Partial<Pick<Failure, "code" | "message">>;
type UploadAnswer = ResponseOf<typeof uploadPhotos>;

function readAnswer(file: File, { status, text }: { status: number; text: string }, maxMb: number): SendOutcome {
  const answer = parseAnswer(text);
  const photo = answer.photos?.[0];
  if (photo) return { status: "stored", photo, duplicateOf: answer.duplicates?.[0]?.duplicate_of ?? null };
  const error = answer.failed_uploads?.[0];
  // A refused file stays refused; a server fault may pass.
  if (error) return { status: "failed", error, canRetry: error.error_details.reason === undefined };
  return { status: "failed", error: requestRefused(file, status, answer, maxMb), canRetry: true };
}

function parseAnswer(text: string): Partial<UploadAnswer> & Refusal {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's HTML page, for example; the status has to do.
    return {};
  }
}

function requestRefused(file: File, status: number, { code, message }: Refusal, maxMb: number): UploadError {
  return {
    file_name: file.name,
    error: message ?? `The server answered with status ${status}.`,
    error_type: "UPLOAD_ERROR",
    error_details: { operation: "upload", suggestion: suggestionFor(status, code, maxMb) },
  };
}

function suggestionFor(status: number, code: ErrorCode | undefined, maxMb: number): string {
  if (code === "UNAUTHORIZED") return "Sign in again in another tab, then choose Retry.";
  if (code === "ALBUM_NOT_FOUND") return "The album may have been deleted. Close this dialog and choose another album.";
  // Without a code the answer is not from our server.
  if (status === 413 && code === undefined)
    return `A proxy in front of the server accepts less than ${maxMb}MB. Export a smaller file.`;
  if (code === "RATE_LIMITED") return "Wait a minute, then choose Retry.";
  return "Choose Retry. If it fails again, check the server log.";
}

function connectionLost(file: File): SendOutcome {
  const error: UploadError = {
    file_name: file.name,
    error: "The connection to the server was lost before the file was stored.",
    error_type: "NETWORK_ERROR",
    error_details: { operation: "upload", suggestion: "Check your connection, then choose Retry." },
  };
  return { status: "failed", error, canRetry: true };
}
