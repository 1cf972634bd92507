import type { AlbumId } from "../../../contract/album-id.ts";
import type { Db } from "../../db/schema.ts";
import { statement } from "../../db/statement.ts";
import type { VersionRow } from "../../db/version-table.ts";
import type { LibraryChange } from "../change-library.ts";

export function findVersions(db: Db, album: AlbumId): Promise<VersionRow[]> {
  return db.selectFrom("album_version").selectAll().where("album_id", "=", album).orderBy("number").execute();
}

/** Undefined for an album that nobody sequenced. */
export async function findCurrentVersion(db: Db, album: AlbumId): Promise<VersionRow | undefined> {
  return (await currentVersions(db, album))[0];
}

const currentVersions = statement((db, album: AlbumId) =>
  db.selectFrom("album_version").selectAll().where("album_id", "=", album).where("current", "=", 1),
);

export function insertVersion(trx: LibraryChange, row: Omit<VersionRow, "id">) {
  return trx.insertInto("album_version").values(row).execute();
}

export function updateVersion(trx: LibraryChange, { id, ...row }: Partial<VersionRow> & { id: number }) {
  return trx.updateTable("album_version").set(row).where("id", "=", id).execute();
}

export function deleteVersion(trx: LibraryChange, id: number) {
  return trx.deleteFrom("album_version").where("id", "=", id).execute();
}

/** Their lines are other ones from now on: photos have come, gone or moved. */
export function raiseRevisions(trx: LibraryChange, album: AlbumId) {
  return trx
    .updateTable("album_version")
    .set((eb) => ({ revision: eb("revision", "+", 1) }))
    .where("album_id", "=", album)
    .execute();
}
