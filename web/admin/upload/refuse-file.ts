import { acceptedNames, acceptedTypes, bytesOfMb, HEIC_MAX_MB } from "../../../contract/limits.ts";
import { isRawName, RAW_ERROR, RAW_SUGGESTION } from "../../../contract/raw-files.ts";
import type { RefusalReason, UploadError } from "../../../contract/uploads.ts";

/** What the site accepts at the moment. */
export type Accepted = { maxMb: number; acceptsHeic: boolean };

/** Checks a file before any of it is sent. Undefined when it may be sent. */
export function refuseFile(
  file: Pick<File, "name" | "size" | "type">,
  { maxMb, acceptsHeic }: Accepted,
): UploadError | undefined {
  if (isRawName(file.name)) return refusals.RAW(file.name);
  if (!hasAcceptedType(file, acceptsHeic)) return unsupported(acceptsHeic)(file.name);
  if (file.size === 0) return refusals.EMPTY_FILE(file.name);
  const limitMb = isHeic(file) ? Math.min(maxMb, HEIC_MAX_MB) : maxMb;
  if (file.size > bytesOfMb(limitMb)) return tooLarge(limitMb)(file.name);
  return undefined;
}

/** Browsers derive the type from the name. Where they know none (an empty type), the server checks the bytes. */
export function hasAcceptedType({ name, type }: Pick<File, "name" | "type">, acceptsHeic: boolean): boolean {
  if (type !== "") return acceptedTypes(acceptsHeic).includes(type);
  return /\.(jpe?g|png|gif|webp)$/i.test(name) || (acceptsHeic && /\.hei[cf]$/i.test(name));
}

const isHeic = ({ name, type }: Pick<File, "name" | "type">) =>
  /^image\/hei[cf]$/.test(type) || /\.hei[cf]$/i.test(name);

const refusals = {
  RAW: refusal("UNSUPPORTED_TYPE", RAW_ERROR, RAW_SUGGESTION),
  EMPTY_FILE: refusal("EMPTY_FILE", "This file is empty.", "Copy it from the camera or export it again."),
};

const unsupported = (acceptsHeic: boolean) =>
  refusal(
    "UNSUPPORTED_TYPE",
    `This is not a ${acceptedNames(acceptsHeic)} picture.`,
    "Export it as JPEG and add it again.",
  );

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
