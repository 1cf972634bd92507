import { useEffect } from "react";
import type { PageContent } from "../../../contract/pages.ts";
import { useSite } from "../router/use-router.ts";
import { pageTitle } from "./describe-page.ts";

/** The server renders the title of the first page; this updates it for the pages after that. */
export function usePageTitle(content: PageContent) {
  const title = pageTitle(useSite(), content);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
