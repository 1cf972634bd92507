import { type RawBuilder, sql } from "kysely";
import type { Db, PhotoGroup } from "../../db/schema.ts";
import type { Finding } from "./findings.ts";

const WHERE: Record<PhotoGroup, RawBuilder<boolean>> = {
  album: sql`album_id is not null and deleted_at is null`,
  loose: sql`album_id is null and deleted_at is null`,
  trash: sql`deleted_at is not null`,
};

/** Compares the stored counts with the photos themselves. */
export async function* findWrongCounts(db: Db): AsyncGenerator<Finding> {
  for (const [place, where] of Object.entries(WHERE) as [PhotoGroup, RawBuilder<boolean>][]) {
    const { rows } = await sql`
      select 1 from photo_count where place = ${place} and count <> (select count(*) from photo where ${where})
    `.execute(db);
    if (rows.length > 0) yield { kind: "count-wrong", place };
  }
}

export async function recount(db: Db, place: PhotoGroup): Promise<void> {
  await sql`
    update photo_count set count = (select count(*) from photo where ${WHERE[place]}) where place = ${place}
  `.execute(db);
}
