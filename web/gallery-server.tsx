import { renderToString } from "react-dom/server";
import { type GalleryServer, isRoomPage } from "../contract/pages.ts";
import { Gallery } from "./gallery/Gallery.tsx";
import { JournalPages } from "./gallery/journal/JournalPages.tsx";
import { Room } from "./gallery/room/Room.tsx";
import { provideJournalPages } from "./gallery/router/journal-program.ts";

export { describePage } from "./gallery/page/describe-page.ts";

provideJournalPages(JournalPages);

export const renderPage: GalleryServer["renderPage"] = (page) => {
  const Root = isRoomPage(page.content) ? Room : Gallery;
  return renderToString(<Root page={page} location={{ pathname: page.path, key: "", state: {} }} />);
};
