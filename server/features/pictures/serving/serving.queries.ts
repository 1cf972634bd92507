import type { Db } from "../../../db/schema.ts";

/** The file as it was uploaded. Undefined when the photo does not exist. */
export function findUploadedFile(db: Db, internalId: string) {
  return db
    .selectFrom("photo")
    .select(["id", "original_key", "mime_type", "filename", "filesize", "sha256"])
    .where("internal_id", "=", internalId)
    .executeTakeFirst();
}
