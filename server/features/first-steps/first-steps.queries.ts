import type { Db } from "../../db/schema.ts";

export async function hasAlbum(db: Db): Promise<boolean> {
  return (await db.selectFrom("album").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Photos in the trash do not count. */
export async function hasPhoto(db: Db): Promise<boolean> {
  const photo = await db.selectFrom("photo").select("id").where("deleted_at", "is", null).limit(1).executeTakeFirst();
  return photo !== undefined;
}
