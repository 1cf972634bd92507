export type StorageErrorType =
  | "DIRECTORY_CREATION_ERROR"
  | "FILE_STORAGE_ERROR"
  | "PERMISSION_ERROR"
  | "DISK_SPACE_ERROR";

/** Which folders of a file's path are writable. */
export type PermissionCheck = { storage: boolean; level1: boolean; parent: boolean };

type StorageErrorDetails = {
  operation: string;
  /** Relative to the storage: its location on the server must not leak. */
  target_directory: string;
  permission_check?: PermissionCheck;
};

/** The storage failed. The message is for the screen; the system's error is the cause. */
export class StorageError extends Error {
  readonly type: StorageErrorType;
  readonly details: StorageErrorDetails;

  constructor(type: StorageErrorType, details: StorageErrorDetails, cause: unknown) {
    super(MESSAGES[type], { cause });
    this.type = type;
    this.details = details;
  }
}

const MESSAGES: Record<StorageErrorType, string> = {
  DIRECTORY_CREATION_ERROR: "A folder for the photo could not be made",
  FILE_STORAGE_ERROR: "The photo could not be stored",
  PERMISSION_ERROR: "The server is not allowed to write to its storage",
  DISK_SPACE_ERROR: "The storage is full",
};
