import { renderToString } from "react-dom/server";
import { type GalleryServer, isRoomPage } from "../contract/pages.ts";
import { Gallery } from "./gallery/Gallery.tsx";
import { sitePages } from "./gallery/home/site-pages.ts";
import { journalPages } from "./gallery/journal/journal-pages.ts";
import { Room } from "./gallery/room/Room.tsx";
import { providePages } from "./gallery/router/program-pages.ts";

export { describePage } from "./gallery/page/describe-page.ts";

providePages({ ...sitePages, ...journalPages });

export const renderPage: GalleryServer["renderPage"] = (page) => {
  const Root = isRoomPage(page.content) ? Room : Gallery;
  return renderToString(<Root page={page} location={{ pathname: page.path, key: "", state: {} }} />);
};
