import { Gallery } from "./gallery/Gallery.tsx";
import { hydrate } from "./gallery/hydrate.ts";
import "./gallery/gallery.css";

await hydrate((page, location) => <Gallery page={page} location={location} />);
