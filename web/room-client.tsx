import { hydrate } from "./gallery/hydrate.ts";
import { Room } from "./gallery/room/Room.tsx";
import "./gallery/gallery.css";

// A program of its own: what only clients in a room need would weigh on every visitor of the site.
await hydrate((page, location) => <Room page={page} location={location} />);
