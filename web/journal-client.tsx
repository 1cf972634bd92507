import { Gallery } from "./gallery/Gallery.tsx";
import { hydrate } from "./gallery/hydrate.ts";
import { journalPages } from "./gallery/journal/journal-pages.ts";
import { providePages } from "./gallery/router/program-pages.ts";
import "./gallery/gallery.css";

providePages(journalPages);
// With albums and categories: from an entry, a visitor goes on to the photographs.
await hydrate((page, location) => <Gallery page={page} location={location} />);
