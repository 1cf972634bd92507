import { type AnyDb, run } from "../migration.ts";

/** Many times what a feed shows: as photos leave it, older ones take their places. */
const NEWEST = 500;

/**
 * Photos in the feed have an identity of their own. Those that were in it until now keep their page's address as it is,
 * so that no reader shows them a second time. The address of a draft is not for readers, also not later.
 */
export const up = (db: AnyDb) =>
  run(db, [
    "alter table photo add column feed_path text",
    `update photo set feed_path = (
        select '/' || album.category || '/' || album.slug || '/photo/' || photo.id from album where album.id = photo.album_id
      )
      where id in (
        select newest.id from photo as newest
        join album on album.id = newest.album_id and album.status = 'public'
        join category on category.key = album.category and category.hidden = 0
        where newest.visibility = 0 order by newest.id desc limit ${NEWEST}
      )`,
  ]);
