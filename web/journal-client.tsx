import { Gallery } from "./gallery/Gallery.tsx";
import { hydrate } from "./gallery/hydrate.ts";
import { JournalPages } from "./gallery/journal/JournalPages.tsx";
import { provideJournalPages } from "./gallery/router/journal-program.ts";
import "./gallery/gallery.css";

provideJournalPages(JournalPages);
// All pages of the site: from an entry, a visitor goes on to the photographs.
await hydrate((page, location) => <Gallery page={page} location={location} />);
