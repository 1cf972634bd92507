import type { AlbumId } from "../../../contract/album-id.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Db } from "../../db/schema.ts";
import { hasPlaceIn } from "../../library/orders/former-places.ts";
import type { Finding } from "./findings.ts";

/** Covers that are not in their album. One that has only left its album is no fault: it is the cover again when it returns. */
export async function* findForeignCovers(db: Db): AsyncGenerator<Finding> {
  const rows = await db
    .selectFrom("album")
    .innerJoin("photo", "photo.id", "album.cover_photo_id")
    .select(["album.id as album_id", "photo.id as photo_id", "photo.former_places"])
    .where("photo.album_id", "is not", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("album_photo as member")
            .select("member.photo_id")
            .whereRef("member.album_id", "=", "album.id")
            .whereRef("member.photo_id", "=", "photo.id"),
        ),
      ),
    )
    .orderBy("album.id")
    .execute();
  for (const { album_id, photo_id, former_places } of rows) {
    if (!hasPlaceIn(former_places, album_id)) yield { kind: "cover-elsewhere", album_id, photo_id };
  }
}

export async function clearCover(
  db: Db,
  { album_id, photo_id }: { album_id: AlbumId; photo_id: PhotoId },
): Promise<void> {
  await db
    .updateTable("album")
    .set({ cover_photo_id: null })
    .where("id", "=", album_id)
    .where("cover_photo_id", "=", photo_id)
    .execute();
}
