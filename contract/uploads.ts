import { z } from "zod";
import { AlbumId } from "./album-id.ts";
import { endpoint } from "./endpoint.ts";
import { UPLOAD_MAX_FILES } from "./limits.ts";
import { AdminPhoto, PhotoId } from "./photos.ts";
import { Slug } from "./text.ts";

/** Server faults. A file refused for its content has UPLOAD_ERROR; NETWORK_ERROR comes from the browser. */
export const UPLOAD_ERROR_TYPES = [
  "VARIANT_GENERATION_ERROR",
  "DIRECTORY_CREATION_ERROR",
  "FILE_STORAGE_ERROR",
  "PERMISSION_ERROR",
  "DISK_SPACE_ERROR",
  "UPLOAD_ERROR",
  "NETWORK_ERROR",
] as const;

export const REFUSAL_REASONS = [
  "TOO_LARGE",
  "UNSUPPORTED_TYPE",
  "CORRUPT_IMAGE",
  "TOO_MANY_PIXELS",
  "TOO_MANY_FRAMES",
  "TOO_COMPLEX",
  "EMPTY_FILE",
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

export const UploadError = z.object({
  file_name: z.string(),
  error: z.string(),
  error_type: z.enum(UPLOAD_ERROR_TYPES),
  error_details: z.object({
    operation: z.string().optional(),
    target_directory: z.string().optional(),
    missing_variants: z.array(z.string()).optional(),
    permission_check: z.object({ storage: z.boolean(), level1: z.boolean(), parent: z.boolean() }).optional(),
    reason: z.enum(REFUSAL_REASONS).optional(),
    suggestion: z.string().optional(),
  }),
});
export type UploadError = z.infer<typeof UploadError>;

/** Multipart with one or more `photos[]`. 201 when at least one was stored, else 422 with the same shape. */
export const uploadPhotos = endpoint({
  method: "POST",
  path: "/admin/albums/:slug/photos",
  scope: "publish",
  summary: "Upload photos into an album; one bad file does not affect the others",
  params: z.object({ slug: Slug }),
  files: "photos[]",
  response: z.object({
    message: z.string(),
    photos: z.array(AdminPhoto),
    failed_uploads: z.array(UploadError),
    /** Stored photos with the same bytes as an earlier one. */
    duplicates: z.array(z.object({ photo_id: PhotoId, duplicate_of: PhotoId })),
  }),
  status: 201,
});

/** Multipart with one `photo`. Refused like an upload: 422 with `failed_uploads`, and nothing has changed. */
export const replaceFile = endpoint({
  method: "PUT",
  path: "/admin/photos/:id/file",
  scope: "publish",
  summary: "A new file for the same photo; texts, order, albums and URLs stay",
  params: z.object({ id: PhotoId }),
  files: "photo",
  response: z.object({ message: z.string(), photo: AdminPhoto }),
});

export const revertFile = endpoint({
  method: "POST",
  path: "/admin/photos/:id/file/revert",
  scope: "publish",
  summary: "Bring back the file before the last replacement; 409 when there is none",
  params: z.object({ id: PhotoId }),
  response: z.object({ message: z.string(), photo: AdminPhoto }),
});

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const findDuplicates = endpoint({
  method: "POST",
  path: "/admin/uploads/duplicates",
  scope: "publish",
  summary: "Which of these files, given by SHA-256, are in the library, or have arrived and are about to be",
  body: z.object({
    sha256: z.array(Sha256).max(UPLOAD_MAX_FILES * 10),
    /** Where they are to be uploaded: of several copies, the one in this album is named. */
    album: Slug.optional(),
  }),
  response: z.object({
    duplicates: z.array(
      z.object({
        sha256: Sha256,
        photo: AdminPhoto.nullable(),
        /** A resumable upload of the same file that has arrived in full and is not stored yet. */
        upload: z.object({ id: z.string(), filename: z.string(), album_id: AlbumId.nullable() }).nullable(),
      }),
    ),
  }),
});

export const countUploads = endpoint({
  method: "GET",
  path: "/admin/albums/:slug/uploads",
  scope: "publish",
  summary: "How many files are on their way into this album",
  params: z.object({ slug: Slug }),
  response: z.object({
    /** Of which bytes are missing: they are being sent, or were interrupted. */
    receiving: z.number(),
    /** That have arrived and become photos without anyone's help. */
    processing: z.number(),
  }),
});

/** Where it is: bytes are arriving, its pictures are being made, it is a photo, or it was refused. */
export const UPLOAD_STATES = ["receiving", "processing", "done", "failed"] as const;

const uploadParams = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) });
const tus = { response: z.object({}), tus: true } as const;

export const describeUploads = endpoint({
  method: "OPTIONS",
  path: "/admin/uploads",
  scope: "publish",
  summary: "What the server supports of tus 1.0.0, and the largest file",
  status: 204,
  ...tus,
});

export const createUpload = endpoint({
  method: "POST",
  path: "/admin/uploads",
  scope: "publish",
  summary:
    "Begin a resumable upload by tus 1.0.0, with the metadata filename, last_modified, and album (its slug) or replaces (a photo's id)",
  status: 201,
  ...tus,
});

export const continueUpload = endpoint({
  method: "PATCH",
  path: "/admin/uploads/:id",
  scope: "publish",
  summary: "Send bytes of a resumable upload",
  params: uploadParams,
  status: 204,
  ...tus,
});

export const endUpload = endpoint({
  method: "DELETE",
  path: "/admin/uploads/:id",
  scope: "publish",
  summary: "End a resumable upload and remove what has arrived; 409 once it is a photo",
  params: uploadParams,
  status: 204,
  ...tus,
});

export const getUpload = endpoint({
  method: "GET",
  path: "/admin/uploads/:id",
  scope: "publish",
  summary: "What has become of a resumable upload",
  params: uploadParams,
  response: z.object({
    state: z.enum(UPLOAD_STATES),
    photo: AdminPhoto.nullable(),
    error: UploadError.nullable(),
    /** The photo that has the same bytes, if there was one. */
    duplicate_of: PhotoId.nullable(),
  }),
});
