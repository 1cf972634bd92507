import { useEffect } from "react";
import type { PageContent } from "../../../contract/pages.ts";
import { pageTitle } from "./describe-page.ts";
import { useSite } from "./use-site.ts";

/** The server wrote the first page's title; from then on the browser does. */
export function usePageTitle(content: PageContent) {
  const title = pageTitle(useSite(), content);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
