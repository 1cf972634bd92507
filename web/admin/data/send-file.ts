import { API_PREFIX, type ResponseOf } from "../../../contract/endpoint.ts";
import type { ErrorCode, Failure } from "../../../contract/errors.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import type { UploadError, uploadPhotos } from "../../../contract/uploads.ts";
import { adminToken } from "../../api/admin-token.ts";

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

/** Uses XMLHttpRequest because fetch reports no upload progress. */
export function sendFile({ slug, maxMb, file, signal, onProgress }: SendOptions): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const form = new FormData();
    form.append("photos[]", file);
    form.append("last_modified[]", String(file.lastModified));
    const request = new XMLHttpRequest();
    request.open("POST", `${API_PREFIX}/admin/albums/${encodeURIComponent(slug)}/photos`);
    request.setRequestHeader("Authorization", `Bearer ${adminToken.read() ?? ""}`);
    // The event counts the whole form, which is slightly larger than the file.
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((loaded / total) * file.size));
    request.onload = () => resolve(readAnswer(file, request, maxMb));
    request.onerror = () => resolve(connectionLost(file));
    request.onabort = () => resolve({ status: "cancelled" });
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

/** The answer when the server refuses the whole request before looking at its files. */
type Refusal = Partial<Pick<Failure, "code" | "message">>;
type UploadAnswer = ResponseOf<typeof uploadPhotos>;

function readAnswer(file: File, request: XMLHttpRequest, maxMb: number): SendOutcome {
  const answer = parseAnswer(request.responseText);
  const photo = answer.photos?.[0];
  if (photo) return { status: "stored", photo, duplicateOf: answer.duplicates?.[0]?.duplicate_of ?? null };
  const error = answer.failed_uploads?.[0];
  // A refused file stays refused; a server fault may pass.
  if (error) return { status: "failed", error, canRetry: error.error_details.reason === undefined };
  return { status: "failed", error: requestRefused(file, request.status, answer, maxMb), canRetry: true };
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
