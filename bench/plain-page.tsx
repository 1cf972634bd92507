import { createElement } from "react";
import { renderToString } from "react-dom/server";
import type { PageData } from "../contract/pages.ts";
import { Gallery } from "../web/gallery/Gallery.tsx";

/** The parts of a public page. */
export type PlainPage = {
  head: { type: string; props: Record<string, string> }[];
  structured: object;
  page: PageData;
  /** The same as the page carries it. */
  sent: object;
};

/** A yardstick for pages.ts: one renderToString of the whole document. */
export function renderPlainPage({ head, structured, page, sent }: PlainPage): string {
  return `<!doctype html>${renderToString(
    <html lang="en">
      <head>
        {head.map(({ type, props }, index) => createElement(type, { key: index, ...props }))}
        <script type="application/ld+json">{JSON.stringify(structured)}</script>
      </head>
      <body>
        <div id="root">{tree(page)}</div>
        <script type="application/json" id="page-data">
          {JSON.stringify(sent)}
        </script>
      </body>
    </html>,
  )}`;
}

/** Without head and data: two thirds of the bytes. */
export const renderPlainTree = ({ page }: PlainPage) => renderToString(tree(page));

const tree = (page: PageData) => <Gallery page={page} location={{ pathname: page.path, key: "", state: {} }} />;
