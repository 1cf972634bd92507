import { type ReactNode, startTransition, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { PageData } from "../../../contract/pages.ts";
import { type Location, resetScroll, restoreScroll } from "./history.ts";
import { createNavigation, type Shown } from "./navigation.ts";
import { MenuContext, NavigationContext, ShownContext, SiteContext } from "./use-router.ts";

type GalleryRouterProps = { page: PageData; location: Location; children: ReactNode };

/**
 * A router for the few URLs of this site, a tenth of the weight of a general one. Starts with the page that the
 * server rendered.
 */
export function GalleryRouter({ page, location, children }: GalleryRouterProps) {
  const [shown, setShown] = useState<Shown>({ location, content: page.content, scroll: "keep" });
  const [isLoading, setLoading] = useState(false);
  const [first] = useState(shown);
  const navigation = useMemo(
    () =>
      createNavigation(first, {
        show: (next, isSync) => (isSync ? flushSync : startTransition)(() => setShown(next)),
        showLoading: setLoading,
      }),
    [first],
  );

  useEffect(() => navigation.listen(), [navigation]);
  useLayoutEffect(() => {
    if (shown.scroll === "reset") resetScroll();
    if (shown.scroll === "restore") restoreScroll(shown.location.key);
  }, [shown]);

  return (
    <SiteContext value={page.site}>
      <MenuContext value={page.menu}>
        <NavigationContext value={navigation}>
          <ShownContext value={useMemo(() => ({ ...shown, isLoading }), [shown, isLoading])}>{children}</ShownContext>
        </NavigationContext>
      </MenuContext>
    </SiteContext>
  );
}
