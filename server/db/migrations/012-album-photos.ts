import type { DialectName } from "../connect.ts";
import { type AnyDb, run } from "../migration.ts";

/** A photo can be in several albums, and each album has its own order (decision 029). */
export const up = (db: AnyDb, dialect: DialectName) =>
  run(db, [
    `create table album_photo (
      album_id integer not null references album (id) on delete cascade,
      photo_id integer not null references photo (id) on delete cascade,
      position integer not null,
      rank integer not null,
      visibility integer not null,
      constraint album_photo_key primary key (album_id, photo_id)
    )`,
    `insert into album_photo (album_id, photo_id, position, rank, visibility)
      select album_id, id, coalesce(album_position, 0), 0, visibility from photo where album_id is not null`,
    "create index album_photo_rank on album_photo (photo_id, rank)",
    "create index album_photo_order on album_photo (album_id, position)",
    "create index album_photo_public on album_photo (album_id, position) where visibility = 0",
    "create index album_photo_private on album_photo (album_id) where visibility = 1",
    "create index album_photo_guests on album_photo (album_id) where rank > 0",
    ...(dialect === "postgres" ? POSTGRES : SQLITE),
    "drop index photo_album",
    "drop index photo_album_public",
    "drop index photo_album_private",
    "alter table photo drop column album_position",
    "create index photo_home on photo (album_id) where album_id is not null",
    "create index photo_public on photo (id) where visibility = 0 and album_id is not null",
  ]);

// Restoring a photo used to bring back one album.
const SQLITE = [
  `update photo set trashed_from = json_remove(
      json_set(trashed_from, '$.albums', case
        when trashed_from ->> 'album_id' is null then json('[]')
        else json_array(json_object('id', trashed_from ->> 'album_id', 'position', trashed_from ->> 'album_position'))
      end), '$.album_id', '$.album_position')
    where trashed_from is not null`,
  // The copy lets an album count and find its public photos without reading each of them.
  `create trigger album_photo_visibility after update of visibility on photo begin
      update album_photo set visibility = new.visibility where photo_id = new.id;
    end`,
];

const POSTGRES = [
  `update photo set trashed_from = (
      trashed_from::jsonb - 'album_id' - 'album_position' || jsonb_build_object('albums', case
        when trashed_from::jsonb ->> 'album_id' is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object(
          'id', trashed_from::jsonb -> 'album_id', 'position', trashed_from::jsonb -> 'album_position'))
      end))::text
    where trashed_from is not null`,
  `create function copy_photo_visibility() returns trigger language plpgsql as $$ begin
      update album_photo set visibility = new.visibility where photo_id = new.id;
      return null;
    end $$`,
  `create trigger album_photo_visibility after update of visibility on photo
      for each row when (old.visibility is distinct from new.visibility) execute function copy_photo_visibility()`,
];
