import { renderToString } from "react-dom/server";
import type { GalleryServer } from "../contract/pages.ts";
import { Gallery } from "./gallery/Gallery.tsx";

export { describePage } from "./gallery/page/describe-page.ts";

export const renderPage: GalleryServer["renderPage"] = (page) =>
  renderToString(<Gallery page={page} location={{ pathname: page.path, key: "", state: {} }} />);
