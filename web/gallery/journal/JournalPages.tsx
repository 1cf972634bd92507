import { JournalPage } from "./JournalPage.tsx";
import type { JournalContent } from "./journal-program.ts";
import { WrittenPage } from "./WrittenPage.tsx";

/** A program of its own, which only visitors of these pages load. */
export function JournalPages({ content }: { content: JournalContent }) {
  return content.page === "journal" ? <JournalPage content={content} /> : <WrittenPage content={content} />;
}
