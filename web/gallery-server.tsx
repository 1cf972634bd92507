import { renderToString } from "react-dom/server";
import type { GalleryServer } from "../contract/pages.ts";

export const renderPage: GalleryServer["renderPage"] = () => renderToString(<p>Loading...</p>);
