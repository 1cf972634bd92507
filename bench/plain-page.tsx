import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import type { PageData } from "../contract/pages.ts";
import { galleryRoutes, hydrationState } from "../web/gallery/gallery-routes.tsx";

/** What a public page consists of, taken from one. */
export type PlainPage = {
  head: { type: string; props: Record<string, string> }[];
  structured: object;
  page: PageData;
};

/** A public page made the plain way: one renderToString of the whole document. The yardstick of pages.ts. */
export function renderPlainPage({ head, structured, page }: PlainPage): string {
  return `<!doctype html>${renderToString(
    <html lang="en">
      <head>
        {head.map(({ type, props }, index) => createElement(type, { key: index, ...props }))}
        <script type="application/ld+json">{JSON.stringify(structured)}</script>
      </head>
      <body>
        <div id="root">{tree(page)}</div>
        <script type="application/json" id="page-data">
          {JSON.stringify(page)}
        </script>
      </body>
    </html>,
  )}`;
}

/** Two thirds of a page's bytes: without head and data. */
export const renderPlainTree = ({ page }: PlainPage) => renderToString(tree(page));

function tree(page: PageData) {
  const router = createMemoryRouter(galleryRoutes(page.site), {
    initialEntries: [page.path],
    hydrationData: hydrationState(page),
  });
  return <RouterProvider router={router} />;
}
