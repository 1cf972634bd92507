import { acceptedNames, UPLOAD_VARIANTS } from "../../../contract/limits.ts";
import { isRawName, RAW_ERROR, RAW_SUGGESTION } from "../../../contract/raw-files.ts";
import type { SiteSettings } from "../../../contract/site.ts";
import type { RefusalReason, UploadError } from "../../../contract/uploads.ts";
import { AppError } from "../../errors.ts";
import { ImagesBusyError, PictureRefusedError } from "../../platform/images/images.ts";
import { StorageError, type StorageErrorType } from "../../platform/storage/storage-error.ts";

/** Making the pictures failed, but not because of the file. */
export class VariantsFailedError extends Error {
  constructor(cause: unknown) {
    super("The pictures of a file could not be made", { cause });
  }
}

type Limits = Pick<SiteSettings, "upload_max_mb" | "accepts_heic">;

/** What went wrong with one file, for the owner. Undefined for an unexpected fault. */
export function describeFailure(file_name: string, error: unknown, limits: Limits): UploadError | undefined {
  if (error instanceof PictureRefusedError) {
    const { reason, message } = error;
    if (isRawName(file_name) && RAW_REASONS.includes(reason)) return rawRefused(file_name);
    return {
      file_name,
      error: message,
      error_type: "UPLOAD_ERROR",
      error_details: { reason, suggestion: refusalSuggestion(reason, limits) },
    };
  }
  if (error instanceof StorageError) {
    return {
      file_name,
      error: error.message,
      error_type: error.type,
      error_details: { ...error.details, suggestion: STORAGE_SUGGESTIONS[error.type] },
    };
  }
  if (error instanceof VariantsFailedError || error instanceof ImagesBusyError) {
    return {
      file_name,
      error: "The smaller sizes of the photo could not be generated",
      error_type: "VARIANT_GENERATION_ERROR",
      error_details: {
        operation: "generate the smaller sizes",
        missing_variants: [...UPLOAD_VARIANTS],
        suggestion:
          error instanceof ImagesBusyError
            ? "Wait a little and upload the photo again."
            : "Upload the photo again. If it still fails, re-export it from your photo software.",
      },
    };
  }
  if (error instanceof AppError) {
    return { file_name, error: error.message, error_type: "UPLOAD_ERROR", error_details: {} };
  }
  return undefined;
}

/** However large it is: a smaller RAW file would not help. */
const RAW_REASONS: RefusalReason[] = ["UNSUPPORTED_TYPE", "TOO_LARGE"];

const rawRefused = (file_name: string): UploadError => ({
  file_name,
  error: RAW_ERROR,
  error_type: "UPLOAD_ERROR",
  error_details: { reason: "UNSUPPORTED_TYPE", suggestion: RAW_SUGGESTION },
});

export function unexpectedFailure(file_name: string): UploadError {
  return {
    file_name,
    error: "The photo could not be stored",
    error_type: "FILE_STORAGE_ERROR",
    error_details: { operation: "store the photo", suggestion: "Upload the photo again in a moment." },
  };
}

function refusalSuggestion(reason: RefusalReason, { upload_max_mb, accepts_heic }: Limits): string {
  if (reason === "UNSUPPORTED_TYPE") return `Export the photo as ${acceptedNames(accepts_heic)}.`;
  if (reason !== "TOO_LARGE") return REFUSAL_SUGGESTIONS[reason];
  return `Export the photo smaller or at a lower quality, so that the file is at most ${upload_max_mb}MB.`;
}

const REFUSAL_SUGGESTIONS: Record<Exclude<RefusalReason, "TOO_LARGE" | "UNSUPPORTED_TYPE">, string> = {
  CORRUPT_IMAGE: "The file is damaged: copy it from the camera again, or re-export it.",
  TOO_MANY_PIXELS: "Export the photo with at most 120 megapixels.",
  TOO_MANY_FRAMES: "Export one frame of the animation, or a shorter animation.",
  TOO_COMPLEX: "Save the photo again as a plain JPEG.",
  EMPTY_FILE: "The file is empty: copy it from the camera again, or re-export it.",
};

const STORAGE_SUGGESTIONS: Record<StorageErrorType, string> = {
  DIRECTORY_CREATION_ERROR: "Check that the server can create folders in its storage, then upload the photo again.",
  FILE_STORAGE_ERROR: "Check the server's disk, then upload the photo again.",
  PERMISSION_ERROR: "Allow the server's user to write to the storage folder, then upload the photo again.",
  DISK_SPACE_ERROR: "Free space on the server's disk (empty the trash, for example), then upload the photo again.",
};
