import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import type { GalleryServer } from "../contract/pages.ts";
import { galleryRoutes, hydrationState } from "./gallery/gallery-routes.tsx";

export { describePage } from "./gallery/page/describe-page.ts";

export const renderPage: GalleryServer["renderPage"] = (page) => {
  const router = createMemoryRouter(galleryRoutes(page.site), {
    initialEntries: [page.path],
    hydrationData: hydrationState(page),
  });
  return renderToString(<RouterProvider router={router} />);
};
