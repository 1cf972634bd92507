import { UPLOAD_MAX_BYTES, UPLOAD_TYPES } from "../../../contract/limits.ts";
import type { RefusalReason, UploadError } from "../../../contract/uploads.ts";

/** What can be told of a file before a byte of it is sent. Undefined when it may be sent. */
export function refuseFile(file: Pick<File, "name" | "size" | "type">): UploadError | undefined {
  if (!hasAcceptedType(file)) return refusals.UNSUPPORTED_TYPE(file.name);
  if (file.size === 0) return refusals.EMPTY_FILE(file.name);
  if (file.size > UPLOAD_MAX_BYTES) return refusals.TOO_LARGE(file.name);
  return undefined;
}

/** The browser judges by the name alone; where it knows none (an empty type), the server's look at the bytes decides. */
export function hasAcceptedType({ name, type }: Pick<File, "name" | "type">): boolean {
  if (type === "") return /\.(jpe?g|png|gif|webp)$/i.test(name);
  return UPLOAD_TYPES.some((accepted) => accepted === type);
}

const refusals = {
  UNSUPPORTED_TYPE: refusal(
    "UNSUPPORTED_TYPE",
    "This is not a JPEG, PNG, GIF or WebP picture.",
    "Export it as JPEG and add it again.",
  ),
  EMPTY_FILE: refusal("EMPTY_FILE", "This file is empty.", "Copy it from the camera or export it once more."),
  TOO_LARGE: refusal(
    "TOO_LARGE",
    "This file is larger than 10MB.",
    "Export it with a little more compression, or smaller, so that it stays under 10MB.",
  ),
};

function refusal(reason: RefusalReason, error: string, suggestion: string) {
  return (file_name: string): UploadError => ({
    file_name,
    error,
    error_type: "UPLOAD_ERROR",
    error_details: { reason, suggestion },
  });
}
