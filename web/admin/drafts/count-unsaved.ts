import type { Draft } from "../data/draft-store.ts";

/** What the table keeps is the line of an album (`web/admin/table/use-table.ts`); everything else was typed. */
const isLine = ({ place }: Pick<Draft, "place">) => /\/line-\d+$/.test(place);

/** The kind of a single draft, or of one among others. */
export const kindOf = (draft: Pick<Draft, "place">) => (isLine(draft) ? "line" : "text");

/** "1 text", or "2 texts and 1 line". */
export function countUnsaved(drafts: readonly Pick<Draft, "place">[]): string {
  const lines = drafts.filter(isLine).length;
  const counts = [
    [drafts.length - lines, "text"],
    [lines, "line"],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, kind]) => `${count} ${kind}${count === 1 ? "" : "s"}`)
    .join(" and ");
}
