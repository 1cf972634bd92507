import { Gallery } from "./gallery/Gallery.tsx";
import { sitePages } from "./gallery/home/site-pages.ts";
import { hydrate } from "./gallery/hydrate.ts";
import { providePages } from "./gallery/router/program-pages.ts";
import "./gallery/gallery.css";

providePages(sitePages);
await hydrate((page, location) => <Gallery page={page} location={location} />);
