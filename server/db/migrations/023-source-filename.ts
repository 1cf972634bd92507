import type { DialectName } from "../connect.ts";
import { type AnyDb, run } from "../migration.ts";

/** The name of a photo's first file. Of replaced files only the last one is still known. */
export const up = (db: AnyDb, dialect: DialectName) => {
  const former = dialect === "postgres" ? "former_file::json" : "former_file";
  return run(db, [
    "alter table photo add column source_filename text not null default ''",
    `update photo set source_filename = coalesce(${former} ->> 'filename', filename)`,
    "create index photo_source_filename on photo (source_filename, id)",
  ]);
};
