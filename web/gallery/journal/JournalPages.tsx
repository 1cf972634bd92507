import type { JournalContent } from "../router/journal-program.ts";
import { JournalPage } from "./JournalPage.tsx";
import { WrittenPage } from "./WrittenPage.tsx";

/** A program of its own, which only visitors of these pages load. */
export function JournalPages({ content }: { content: JournalContent }) {
  return content.page === "journal" ? <JournalPage content={content} /> : <WrittenPage content={content} />;
}
