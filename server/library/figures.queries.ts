import { sql } from "kysely";
import type { Db } from "../db/schema.ts";

/** Kept by the database, so counting costs nothing. */
export function findPhotoCounts(db: Db) {
  return db.selectFrom("photo_count").select(["place", "count"]).execute();
}

/** Reads every photo. */
export async function sumBytes(db: Db): Promise<{ originals: number; pictures: number }> {
  const { rows } = await sql<{ originals: number; pictures: number }>`
    select
      (select coalesce(sum(filesize), 0) from photo) as originals,
      (select coalesce(sum(jpeg_bytes + coalesce(avif_bytes, 0) + coalesce(hdr_bytes, 0)), 0) from variant) as pictures
  `.execute(db);
  return rows[0] ?? { originals: 0, pictures: 0 };
}

/** Photos that the running batch has yet to work on. */
export async function countWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("batch_item")
    .innerJoin("batch_run", "batch_run.id", "batch_item.run_id")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("batch_run.state", "=", "running")
    .where("batch_item.state", "=", "waiting")
    .executeTakeFirstOrThrow();
  return count;
}
