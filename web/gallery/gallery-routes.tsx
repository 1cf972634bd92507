import type { HydrationState, RouteObject } from "react-router";
import { CATEGORIES, type Category } from "../../contract/limits.ts";
import type { PageData } from "../../contract/pages.ts";
import type { Site } from "../../contract/site.ts";
import { AlbumPage } from "./album/AlbumPage.tsx";
import { CategoryPage } from "./category/CategoryPage.tsx";
import { ContactPage } from "./contact/ContactPage.tsx";
import { CrashScreen } from "./failure/CrashScreen.tsx";
import { PageFailure } from "./failure/PageFailure.tsx";
import { HomePage } from "./home/HomePage.tsx";
import { GalleryLayout } from "./layout/GalleryLayout.tsx";
import { loadAlbum, loadCategory, loadContact, loadHome } from "./load.ts";
import { NotFoundPage } from "./not-found/NotFoundPage.tsx";
import { pageNotFound } from "./not-found/page-not-found.ts";
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
            { id: "home", path: "/", element: <HomePage />, loader: ({ request }) => loadHome(request) },
            {
              id: "contact",
              path: "/contact",
              element: <ContactPage />,
              loader: ({ request }) => loadContact(request),
            },
            {
              id: "category",
              path: "/:category",
              element: <CategoryPage />,
              loader: ({ params, request }) => loadCategory(categoryOf(params.category), request),
            },
            {
              id: "album",
              path: "/:category/:albumSlug",
              element: <AlbumPage />,
              loader: ({ params, request }) => loadAlbum(categoryOf(params.category), params.albumSlug ?? "", request),
              // The viewer lies over its album, so that the strip stands where it was when the viewer closes.
              children: [{ id: "photo", path: "photo/:photoId", element: <ViewerPage /> }],
            },
            { id: "not-found", path: "*", element: <NotFoundPage message="" /> },
          ],
        },
      ],
    },
  ];
}

function categoryOf(param: string | undefined): Category {
  const category = CATEGORIES.find((known) => known === param);
  if (!category) throw pageNotFound("");
  return category;
}

/** What the router starts with, on the server and in the browser alike. */
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
