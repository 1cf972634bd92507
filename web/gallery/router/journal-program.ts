import type { ComponentType } from "react";
import type { PageContent } from "../../../contract/pages.ts";

// Only who reads such a page loads what shows it: it is in a program of its own (web/journal-client.tsx), with all the rest.

export type JournalContent = Extract<PageContent, { page: "written" | "journal" }>;
type JournalPages = ComponentType<{ content: JournalContent }>;

let pages: JournalPages | undefined;

/** What shows the pages that the owner writes. Undefined in the program of the other pages. */
export const journalPages = (): JournalPages | undefined => pages;

export function provideJournalPages(component: JournalPages): void {
  pages = component;
}

/** Whether this program cannot show it, and the browser has to load the page with the other one. */
export const needsJournalProgram = ({ page }: PageContent): boolean =>
  (page === "written" || page === "journal") && pages === undefined;
