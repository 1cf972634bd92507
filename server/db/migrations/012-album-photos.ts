import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DialectName } from "../connect.ts";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

/** A photo can be in several albums, and each album has its own order (decision 029). */
export const albumPhotos = (dialect: DialectName) => ({
  async up(db: AnyDb): Promise<void> {
    await db.schema
      .createTable("album_photo")
      .addColumn("album_id", "integer", (column) => column.notNull().references("album.id").onDelete("cascade"))
      .addColumn("photo_id", "integer", (column) => column.notNull().references("photo.id").onDelete("cascade"))
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("rank", "integer", (column) => column.notNull())
      .addColumn("visibility", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("album_photo_key", ["album_id", "photo_id"])
      .execute();
    await sql`
      insert into album_photo (album_id, photo_id, position, rank, visibility)
      select album_id, id, coalesce(album_position, 0), 0, visibility from photo where album_id is not null
    `.execute(db);
    await sql`create index album_photo_rank on album_photo (photo_id, rank)`.execute(db);
    await sql`create index album_photo_order on album_photo (album_id, position)`.execute(db);
    await sql`create index album_photo_public on album_photo (album_id, position) where visibility = 0`.execute(db);
    await sql`create index album_photo_private on album_photo (album_id) where visibility = 1`.execute(db);
    await sql`create index album_photo_guests on album_photo (album_id) where rank > 0`.execute(db);
    for (const statement of dialect === "postgres" ? POSTGRES : SQLITE) await statement.execute(db);

    for (const index of ["photo_album", "photo_album_public", "photo_album_private"]) {
      await db.schema.dropIndex(index).execute();
    }
    await db.schema.alterTable("photo").dropColumn("album_position").execute();
    await sql`create index photo_home on photo (album_id) where album_id is not null`.execute(db);
    await sql`create index photo_public on photo (id) where visibility = 0 and album_id is not null`.execute(db);
  },
});

// Restoring a photo used to bring back one album.
const SQLITE: RawBuilder<unknown>[] = [
  sql`update photo set trashed_from = json_remove(
      json_set(trashed_from, '$.albums', case
        when trashed_from ->> 'album_id' is null then json('[]')
        else json_array(json_object('id', trashed_from ->> 'album_id', 'position', trashed_from ->> 'album_position'))
      end), '$.album_id', '$.album_position')
    where trashed_from is not null`,
  // The copy lets an album count and find its public photos without reading each of them.
  sql`create trigger album_photo_visibility after update of visibility on photo begin
      update album_photo set visibility = new.visibility where photo_id = new.id;
    end`,
];

const POSTGRES: RawBuilder<unknown>[] = [
  sql`update photo set trashed_from = (
      trashed_from::jsonb - 'album_id' - 'album_position' || jsonb_build_object('albums', case
        when trashed_from::jsonb ->> 'album_id' is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object(
          'id', trashed_from::jsonb -> 'album_id', 'position', trashed_from::jsonb -> 'album_position'))
      end))::text
    where trashed_from is not null`,
  sql`create function copy_photo_visibility() returns trigger language plpgsql as $$ begin
      update album_photo set visibility = new.visibility where photo_id = new.id;
      return null;
    end $$`,
  sql`create trigger album_photo_visibility after update of visibility on photo
      for each row when (old.visibility is distinct from new.visibility) execute function copy_photo_visibility()`,
];
