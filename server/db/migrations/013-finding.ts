import type { DialectName } from "../connect.ts";
import { type AnyDb, run } from "../migration.ts";

/** Photos can be found by camera, lens and capture date, and by what they still lack. */
export const up = (db: AnyDb, dialect: DialectName) => {
  const exif = dialect === "postgres" ? "exif::json" : "exif";
  return run(db, [
    "alter table photo add column camera text not null default ''",
    "alter table photo add column lens text not null default ''",
    `update photo set camera = coalesce(${exif} ->> 'camera', ''), lens = coalesce(${exif} ->> 'lens', '')
      where exif <> '{}'`,
    // Their names are plain letters, so the database's own lower case is right.
    `update photo set search_text = search_text || '\n' || lower(camera) || '\n' || lower(lens)
      where camera <> '' or lens <> ''`,
    "create index photo_camera on photo (camera, id) where deleted_at is null and camera <> ''",
    "create index photo_lens on photo (lens, id) where deleted_at is null and lens <> ''",
    "create index photo_captured_on on photo (captured_on, id) where deleted_at is null and captured_on is not null",
    "create index photo_untitled on photo (id) where deleted_at is null and title = ''",
    "create index photo_without_caption on photo (id) where deleted_at is null and caption = ''",
  ]);
};
