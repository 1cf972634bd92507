import type { HydrationState, RouteObject } from "react-router";
import type { PageData } from "../../contract/pages.ts";
import type { Site } from "../../contract/site.ts";
import { AlbumPage } from "./album/AlbumPage.tsx";
import { CategoryPage } from "./category/CategoryPage.tsx";
import { ContactPage } from "./contact/ContactPage.tsx";
import { CrashScreen } from "./failure/CrashScreen.tsx";
import { PageFailure } from "./failure/PageFailure.tsx";
import { HomePage } from "./home/HomePage.tsx";
import { GalleryLayout } from "./layout/GalleryLayout.tsx";
import { NotFoundPage } from "./not-found/NotFoundPage.tsx";
import { loadContact, loadPage } from "./page/load.ts";
import { pageNotFound } from "./page/page-not-found.ts";
import { ViewerPage } from "./photo/ViewerPage.tsx";

export function galleryRoutes(site: Site): RouteObject[] {
  return [
    {
      id: "site",
      element: <GalleryLayout />,
      errorElement: <CrashScreen />,
      loader: () => site,
      shouldRevalidate: () => false,
      children: [
        {
          id: "pages",
          errorElement: <PageFailure />,
          children: [
            {
              id: "home",
              path: "/",
              element: <HomePage />,
              loader: (args) => loadPage(args, "Failed to load categories"),
            },
            { id: "contact", path: "/contact", element: <ContactPage />, loader: loadContact },
            {
              id: "category",
              path: "/:category",
              element: <CategoryPage />,
              loader: (args) => loadPage(args, "Failed to load albums"),
            },
            {
              id: "album",
              path: "/:category/:albumSlug",
              element: <AlbumPage />,
              loader: (args) => loadPage(args, "Failed to load album"),
              // The viewer opens over its album, so that the strip has not moved when the viewer closes.
              children: [{ id: "photo", path: "photo/:photoId", element: <ViewerPage /> }],
            },
            { id: "not-found", path: "*", element: <NotFoundPage message="" /> },
          ],
        },
      ],
    },
  ];
}

/** The router's initial data, the same on the server and in the browser. */
export function hydrationState({ site, content }: PageData): HydrationState {
  switch (content.page) {
    case "not-found":
      return { loaderData: { site }, errors: { pages: pageNotFound(content.message) } };
    case "photo":
      return { loaderData: { site, album: content } };
    default:
      return { loaderData: { site, [content.page]: content } };
  }
}
