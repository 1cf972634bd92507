import { JournalPage } from "./JournalPage.tsx";
import { WrittenPage } from "./WrittenPage.tsx";

export const journalPages = { written: WrittenPage, journal: JournalPage };
