import type { SitePictureKind } from "../../../contract/limits.ts";
import type { Db } from "../../db/schema.ts";
import type { LibraryChange } from "../../library/change-library.ts";

/** In base64. Undefined when there is none. */
export async function findContent(db: Db, kind: SitePictureKind, file: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("site_picture")
    .select("content")
    .where("kind", "=", kind)
    .where("file", "=", file)
    .executeTakeFirst();
  return row?.content;
}

export function deleteFiles(trx: LibraryChange, kind: SitePictureKind) {
  return trx.deleteFrom("site_picture").where("kind", "=", kind).execute();
}

export function insertFile(trx: LibraryChange, row: { kind: SitePictureKind; file: string; content: string }) {
  return trx.insertInto("site_picture").values(row).execute();
}
