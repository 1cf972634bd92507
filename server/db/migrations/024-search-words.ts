import { type RawBuilder, sql } from "kysely";
import type { AnyDb } from "../migration.ts";

const BETWEEN_WORDS = "\n\r\t.,;:!?()[]{}/-_'\"’‘“”–—«»·、。「」";

/** Words in search texts have spaces around them, whatever is between them, so that a whole word can be told from a part. */
export async function up(db: AnyDb): Promise<void> {
  const spaced = [...BETWEEN_WORDS].reduce<RawBuilder<unknown>>(
    (text, separator) => sql`replace(${text}, ${sql.lit(separator)}, ' ')`,
    sql`search_text`,
  );
  await sql`update photo set search_text = ' ' || ${spaced} || ' '`.execute(db);
}
