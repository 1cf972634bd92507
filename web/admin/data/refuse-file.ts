import { bytesOfMb, UPLOAD_TYPES } from "../../../contract/limits.ts";
import { isRawName, RAW_ERROR, RAW_SUGGESTION } from "../../../contract/raw-files.ts";
import type { RefusalReason, UploadError } from "../../../contract/uploads.ts";

/** Checks a file before any of it is sent. Undefined when it may be sent. */
export function refuseFile(file: Pick<File, "name" | "size" | "type">, maxMb: number): UploadError | undefined {
  if (isRawName(file.name)) return refusals.RAW(file.name);
  if (!hasAcceptedType(file)) return refusals.UNSUPPORTED_TYPE(file.name);
  if (file.size === 0) return refusals.EMPTY_FILE(file.name);
  if (file.size > bytesOfMb(maxMb)) return tooLarge(maxMb)(file.name);
  return undefined;
}

/** Browsers derive the type from the name. Where they know none (an empty type), the server checks the bytes. */
export function hasAcceptedType({ name, type }: Pick<File, "name" | "type">): boolean {
  if (type === "") return /\.(jpe?g|png|gif|webp)$/i.test(name);
  return UPLOAD_TYPES.some((accepted) => accepted === type);
}

const refusals = {
  RAW: refusal("UNSUPPORTED_TYPE", RAW_ERROR, RAW_SUGGESTION),
  UNSUPPORTED_TYPE: refusal(
    "UNSUPPORTED_TYPE",
    "This is not a JPEG, PNG, GIF or WebP picture.",
    "Export it as JPEG and add it again.",
  ),
  EMPTY_FILE: refusal("EMPTY_FILE", "This file is empty.", "Copy it from the camera or export it again."),
};

const tooLarge = (maxMb: number) =>
  refusal(
    "TOO_LARGE",
    `This file is larger than ${maxMb}MB.`,
    `Export it with more compression or at a smaller size, to stay under ${maxMb}MB.`,
  );

function refusal(reason: RefusalReason, error: string, suggestion: string) {
  return (file_name: string): UploadError => ({
    file_name,
    error,
    error_type: "UPLOAD_ERROR",
    error_details: { reason, suggestion },
  });
}
