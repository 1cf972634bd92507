import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { AlbumId } from "../../contract/album-id.ts";
import type { Db, Schema } from "../../server/db/schema.ts";
import { findAlbums, findAlbumWithFigures } from "../../server/features/albums/albums.queries.ts";
import { PAGE_VIEW } from "../../server/features/photos/photos.present.ts";
import {
  countMatching,
  findMatchingIds,
  findPublicPhotosOfAlbum,
} from "../../server/features/photos/photos.queries.ts";

const LONGEST_CHARS = 160;

/** The queries of pages that must not cost more in a larger library. Prints PostgreSQL's plans. */
const QUERIES: Record<string, (db: Db) => Promise<unknown>> = {
  "the album": (db) => findAlbumWithFigures(db, "visitor", "album-1"),
  // Ids start at one.
  "its photos": (db) => findPublicPhotosOfAlbum(db, 1 as AlbumId, PAGE_VIEW.columns),
  "the albums of a category": (db) => findAlbums(db, "visitor", "urban"),
  "the ids of the first admin page": (db) =>
    findMatchingIds(db, { filter: { deleted: false }, order: { column: "id", direction: "desc" }, limit: 101 }),
  "its total": (db) => countMatching(db, { deleted: false }),
};

export async function explainPages(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const ran: CompiledQuery[] = [];
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void ran.push(query) });
  for (const [name, run] of Object.entries(QUERIES)) {
    await run(db);
    const query = ran.pop();
    if (!query) throw new Error(`${name} ran no query`);
    const explained = await pool.query<{ "QUERY PLAN": string }>(
      `explain (analyze, buffers, costs off, timing off) ${query.sql}`,
      [...query.parameters],
    );
    const lines = explained.rows.map((row) => row["QUERY PLAN"].slice(0, LONGEST_CHARS));
    console.log(`\n-- ${name}\n${lines.join("\n")}`);
  }
  await db.destroy();
}
