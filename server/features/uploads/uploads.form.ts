import type { Readable } from "node:stream";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { UPLOAD_MAX_BYTES, UPLOAD_MAX_FILES } from "../../../contract/limits.ts";
import { AppError } from "../../errors.ts";

export type IncomingFile = {
  name: string | undefined;
  content: Readable;
  /** Once the content is read: whether more was sent than was let through. */
  isTooLarge(): boolean;
};

export type PhotoForm = {
  /** One after the other; each must be read to its end before the next comes. */
  files: AsyncIterable<IncomingFile>;
  /** By a file's place in the form, once all files are read: fields may stand before or after them. */
  lastModified(index: number): string | undefined;
};

const FILE_FIELDS = ["photos[]", "photos"];
const MODIFIED_FIELDS = ["last_modified[]", "last_modified"];

export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fileSize: UPLOAD_MAX_BYTES,
      files: UPLOAD_MAX_FILES,
      fields: UPLOAD_MAX_FILES,
      parts: UPLOAD_MAX_FILES * 2,
      fieldSize: 1_000,
      headerPairs: 20,
    },
  });
}

export function readPhotoForm(request: FastifyRequest): PhotoForm {
  if (!request.isMultipart()) {
    throw new AppError(415, "UNSUPPORTED_MEDIA_TYPE", "Send the photos as multipart/form-data");
  }
  const modified: string[] = [];
  return { files: readFiles(request, modified), lastModified: (index) => modified[index] };
}

async function* readFiles(request: FastifyRequest, modified: string[]): AsyncGenerator<IncomingFile> {
  // The form's reader would wait for ever for the end of a request that has ended already.
  if (request.raw.destroyed) throw unreadableForm();
  const parts = request.parts();
  for (;;) {
    const { value: part, done } = await parts.next().catch(refuse);
    if (done) return;
    if (part.type === "field") {
      if (MODIFIED_FIELDS.includes(part.fieldname)) modified.push(String(part.value));
    } else if (!FILE_FIELDS.includes(part.fieldname) || part.filename === "") {
      // A browser sends an empty part without a name for a field in which nothing was chosen.
      part.file.resume();
    } else {
      yield { name: part.filename, content: part.file, isTooLarge: () => part.file.truncated };
    }
  }
}

/** Whatever is wrong with the form is the sender's: a missing boundary, a broken part, a connection that ended. */
function refuse(error: Error & { statusCode?: number }): never {
  if (error.statusCode === 413) {
    throw new AppError(413, "TOO_LARGE", `Send at most ${UPLOAD_MAX_FILES} photos at once`);
  }
  throw unreadableForm();
}

export const unreadableForm = () => new AppError(400, "BAD_REQUEST", "The photos could not be read from the request");
