import { type RawBuilder, sql } from "kysely";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Db } from "../../db/schema.ts";
import type { Finding } from "./findings.ts";

const HOME = sql<number | null>`(
  select member.album_id from album_photo as member where member.photo_id = photo.id order by member.rank limit 1
)`;
const HAS_OLD_COPY: RawBuilder<boolean> = sql`exists (
  select 1 from album_photo as member where member.photo_id = photo.id and member.visibility <> photo.visibility
)`;
const IS_TRASHED_MEMBER: RawBuilder<boolean> = sql`(photo.deleted_at is not null and ${HOME} is not null)`;

/** Photos whose own row disagrees with the table of album members, or that are in an album and in the trash. */
export async function* findDifferingAlbums(db: Db): AsyncGenerator<Finding> {
  const { rows } = await sql<{ id: PhotoId }>`
    select id from photo
    where coalesce(album_id, 0) <> coalesce(${HOME}, 0) or ${HAS_OLD_COPY} or ${IS_TRASHED_MEMBER}
    order by id
  `.execute(db);
  for (const { id } of rows) yield { kind: "albums-differ", photo_id: id };
}

/** The table of members is right, except about the trash. */
export async function repairAlbums(db: Db, id: PhotoId): Promise<void> {
  await sql`
    delete from album_photo where photo_id = ${id} and exists (
      select 1 from photo where photo.id = ${id} and photo.deleted_at is not null
    )
  `.execute(db);
  await sql`update photo set album_id = ${HOME} where id = ${id}`.execute(db);
  await sql`
    update album_photo set visibility = (select photo.visibility from photo where photo.id = ${id}) where photo_id = ${id}
  `.execute(db);
}
