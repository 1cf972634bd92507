import { type Kysely, type RawBuilder, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables of its own time, not today's schema
type AnyDb = Kysely<any>;

const BETWEEN_WORDS = "\n\r\t.,;:!?()[]{}/-_'\"’‘“”–—«»·、。「」";

/** Words in search texts have spaces around them, whatever is between them, so that a whole word can be told from a part. */
export const searchWords = {
  async up(db: AnyDb): Promise<void> {
    const spaced = [...BETWEEN_WORDS].reduce<RawBuilder<unknown>>(
      (text, separator) => sql`replace(${text}, ${sql.lit(separator)}, ' ')`,
      sql`search_text`,
    );
    await sql`update photo set search_text = ' ' || ${spaced} || ' '`.execute(db);
  },
};
