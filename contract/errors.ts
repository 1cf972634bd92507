/** The `code` of every failure response. Clients may branch on these words, so they never change. */
export const ERROR_CODES = [
  /** 400: the body or the URL could not be read. */
  "BAD_REQUEST",
  /** 401: no valid token. */
  "UNAUTHORIZED",
  /** 401: wrong email or password. */
  "INVALID_CREDENTIALS",
  /** 401: a viewing room that opens with a password. */
  "PASSWORD_REQUIRED",
  /** 401: a viewing room where each visitor has a name. */
  "NAME_REQUIRED",
  /** 403 */
  "FORBIDDEN",
  /** 403: a token of the account whose scope does not include this call. */
  "TOKEN_SCOPE",
  /** 404: there is nothing at this URL. */
  "NOT_FOUND",
  "ALBUM_NOT_FOUND",
  "CATEGORY_NOT_FOUND",
  "PHOTO_NOT_FOUND",
  "ROOM_NOT_FOUND",
  "VOICE_NOT_FOUND",
  "MESSAGE_NOT_FOUND",
  "PAGE_NOT_FOUND",
  "IMAGE_NOT_AVAILABLE",
  /** 405, with `Allow`. */
  "METHOD_NOT_ALLOWED",
  /** 408: the request took too long to arrive. */
  "REQUEST_TIMEOUT",
  /** 409 */
  "CONFLICT",
  /** 409: the line of an album was changed since it was read. */
  "SEQUENCE_CHANGED",
  /** 409: a page that the owner writes was changed since it was read. */
  "PAGE_CHANGED",
  /** 413 */
  "TOO_LARGE",
  /** 415 */
  "UNSUPPORTED_MEDIA_TYPE",
  /** 422, with `errors` by field. */
  "VALIDATION",
  /** 422: no photo of an upload was stored; with `failed_uploads`. */
  "UPLOAD_FAILED",
  /** 429, with `Retry-After`. */
  "RATE_LIMITED",
  /** 429, with `Retry-After`: finish or end what was begun, or wait until it expires. */
  "UPLOADS_UNFINISHED",
  /** 431 */
  "HEADERS_TOO_LARGE",
  /** 500 */
  "INTERNAL",
  /** 503: the server's disk is full. Deleting photos helps. */
  "DISK_FULL",
  /** 503, with `Retry-After`: shutting down, too busy, or the database or storage is down. */
  "UNAVAILABLE",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The body of every response with a status of 400 or more. */
export type Failure = {
  success: false;
  code: ErrorCode;
  /** A sentence for a person. */
  message: string;
  /** What is wrong with which field. */
  errors?: Record<string, string[]>;
};
