import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import type { PageData } from "../contract/pages.ts";
import { galleryRoutes, hydrationState } from "../web/gallery/gallery-routes.tsx";

/** The parts of a public page. */
export type PlainPage = {
  head: { type: string; props: Record<string, string> }[];
  structured: object;
  page: PageData;
};

/** A yardstick for pages.ts: one renderToString of the whole document. */
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

/** Without head and data: two thirds of the bytes. */
export const renderPlainTree = ({ page }: PlainPage) => renderToString(tree(page));

function tree(page: PageData) {
  const router = createMemoryRouter(galleryRoutes(page.site), {
    initialEntries: [page.path],
    hydrationData: hydrationState(page),
  });
  return <RouterProvider router={router} />;
}
