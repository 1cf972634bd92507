import { sql } from "kysely";
import type { Db } from "../../db/schema.ts";

export async function sumTrash(db: Db): Promise<{ photos: number; bytes: number }> {
  const { rows } = await sql<{ photos: number; bytes: number }>`
    select count(*) as photos, coalesce(sum(filesize + coalesce((
      select sum(jpeg_bytes + coalesce(avif_bytes, 0)) from variant where variant.photo_id = photo.id
    ), 0)), 0) as bytes
    from photo where deleted_at is not null
  `.execute(db);
  return rows[0] ?? { photos: 0, bytes: 0 };
}
