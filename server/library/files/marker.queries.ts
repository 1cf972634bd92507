import type { Db } from "../../db/schema.ts";

export async function hasPhotos(db: Db): Promise<boolean> {
  return (await db.selectFrom("photo").select("id").limit(1).executeTakeFirst()) !== undefined;
}
