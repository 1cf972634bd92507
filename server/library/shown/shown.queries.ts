import { type SqlBool, sql } from "kysely";

// What visitors can see. Every public query and every picture goes by these two conditions, and by no other.

/** For a query on `album`. */
export const isShownAlbum = sql<SqlBool>`(
  album.status = 'public' and album.held = 0
  and album.category not in (select category.key from category where category.hidden = 1)
)`;

/**
 * For a query on `photo`. An unassigned photo, and so one in the trash, is nowhere on the site. Not "exists" but "not
 * exists": a database might start from all shown albums, and then sort every photo to find the newest few. The literal 0
 * lets SQLite use the index of public photos.
 */
export const isShownPhoto = sql<SqlBool>`(
  photo.visibility = 0 and photo.album_id is not null
  and not exists (select 1 from album where album.id = photo.album_id and not (${isShownAlbum}))
)`;

/** The same as a column, for a single photo. */
export const shownFlag = sql<0 | 1>`case when ${isShownPhoto} then 1 else 0 end`.as("is_shown");
