import type { Readable } from "node:stream";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { bytesOfMb, UPLOAD_MAX_FILES } from "../../../contract/limits.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { requireAdminStill } from "../auth/require-admin.ts";

export type IncomingFile = {
  name: string | undefined;
  content: Readable;
  /** After reading the content: whether it was cut off at the limit. */
  isTooLarge(): boolean;
};

export type PhotoForm = {
  /** In sequence: each must be read to its end before the next one arrives. */
  files: AsyncIterable<IncomingFile>;
  /** By a file's index, after all files have been read: fields may come before or after them. */
  lastModified(index: number): string | undefined;
};

const FILE_FIELDS = ["photos[]", "photos"];
const SINGLE_FILE_FIELDS = ["photo"];
const IMAGE_FIELDS = ["image"];
const MODIFIED_FIELDS = ["last_modified[]", "last_modified"];

export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      files: UPLOAD_MAX_FILES,
      fields: UPLOAD_MAX_FILES,
      parts: UPLOAD_MAX_FILES * 2,
      fieldSize: 1_000,
      headerPairs: 20,
    },
  });
}

/** Files are cut off at the largest size. */
export const readPhotoForm = (deps: Deps, request: FastifyRequest) => readForm(deps, request, FILE_FIELDS);

export const readSinglePhotoForm = (deps: Deps, request: FastifyRequest) => readForm(deps, request, SINGLE_FILE_FIELDS);

export const readImageForm = (deps: Deps, request: FastifyRequest) => readForm(deps, request, IMAGE_FIELDS);

function readForm(deps: Deps, request: FastifyRequest, fields: readonly string[]): PhotoForm {
  if (!request.isMultipart()) {
    throw new AppError(415, "UNSUPPORTED_MEDIA_TYPE", "Send the photos as multipart/form-data");
  }
  const modified: string[] = [];
  return { files: readFiles(deps, request, modified, fields), lastModified: (index) => modified[index] };
}

async function* readFiles(
  deps: Deps,
  request: FastifyRequest,
  modified: string[],
  fields: readonly string[],
): AsyncGenerator<IncomingFile> {
  // The form reader would wait forever for the end of a request that has already ended.
  if (request.raw.destroyed) throw unreadableForm();
  const parts = request.parts({ limits: { fileSize: bytesOfMb(deps.site.current().upload_max_mb) } });
  for (;;) {
    const { value: part, done } = await parts.next().catch(refuse);
    // Nothing is stored before the whole form has arrived, which may take an hour.
    if (done) return requireAdminStill(deps, request);
    if (part.type === "field") {
      if (MODIFIED_FIELDS.includes(part.fieldname)) modified.push(String(part.value));
    } else if (!fields.includes(part.fieldname) || part.filename === "") {
      // For a field without a chosen file, a browser sends an empty part without a name.
      part.file.resume();
    } else {
      yield { name: part.filename, content: part.file, isTooLarge: () => part.file.truncated };
    }
  }
}

/** Anything wrong with the form is the sender's fault: a missing boundary, a broken part, a lost connection. */
function refuse(error: Error & { statusCode?: number }): never {
  if (error.statusCode === 413) {
    throw new AppError(413, "TOO_LARGE", `Send at most ${UPLOAD_MAX_FILES} photos at once`);
  }
  throw unreadableForm();
}

export const unreadableForm = () => new AppError(400, "BAD_REQUEST", "The photos could not be read from the request");
