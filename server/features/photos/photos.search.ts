import { type RawBuilder, sql } from "kysely";
import { foldText, spaceWords } from "./photos.text.ts";

/** What was typed, word by word. A photo matches when its texts contain each of them. */
export const wordsOf = (search: string): string[] =>
  foldText(search)
    .split(/\s+/)
    .filter((word) => spaceWords(word).trim() !== "");

/** As `search_text` has it: a part of a word, or several words that follow each other. */
export const containsWord = (word: string) =>
  sql<boolean>`photo.search_text like ${`%${escapeLike(spaceWords(word))}%`} escape '\\'`;

/**
 * How closely a photo that matches the search does so: 0 its title is what was typed, 1 it begins with that, 2 every word
 * is a word of its texts, 3 any other way.
 */
export function searchRank(words: readonly string[]): RawBuilder<number> {
  const typed = words.join(" ");
  const areWords = words.map((word) => containsWord(` ${word} `));
  return sql<number>`case
    when photo.title_key = ${typed} then 0
    when photo.title_key like ${`${escapeLike(typed)}%`} escape '\\' then 1
    when ${sql.join(areWords, sql` and `)} then 2
    else 3
  end`;
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
