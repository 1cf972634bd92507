import type { Db } from "../../db/schema.ts";

export function findAlbumTitled(db: Db, title: string) {
  return db.selectFrom("album").select("slug").where("title", "=", title).orderBy("id").limit(1).executeTakeFirst();
}

export function listNames(db: Db, album: string) {
  return db
    .selectFrom("photo")
    .innerJoin("album_photo as place", "place.photo_id", "photo.id")
    .innerJoin("album", "album.id", "place.album_id")
    .select(["photo.id", "photo.filename", "photo.source_filename"])
    .where("album.slug", "=", album)
    .orderBy("place.position")
    .execute();
}
