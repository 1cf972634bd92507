import type { PageContent } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { currentLocation, entryOf, type Location, newLocation, rememberScroll } from "./history.ts";
import { LoadError, loadContent, pageOf } from "./load.ts";

/** A page, or why it could not be loaded. */
export type Shown = { location: Location; content: PageContent | LoadError; scroll: "keep" | "restore" | "reset" };

export type NavigateOptions = {
  replace?: boolean;
  state?: Location["state"];
  /** Renders before it returns, for a view transition. Only within an album, where nothing has to be loaded. */
  flushSync?: boolean;
};

export type Navigation = {
  navigate(to: string, options?: NavigateOptions): void;
  /** Loads the content of the current page again. False if that failed: what was shown stays. */
  reload(): Promise<boolean>;
  /** Follows Back and Forward until the returned function is called. */
  listen(): () => void;
};

type Screen = {
  show(next: Shown, flushSync: boolean): void;
  showLoading(isLoading: boolean): void;
};

/** Moves between pages without a full load. The URL changes once the content has arrived. */
export function createNavigation(first: Shown, { show, showLoading }: Screen): Navigation {
  let current = first;
  let pending = new AbortController();

  const commit = (next: Shown, flushSync = false) => {
    current = next;
    show(next, flushSync);
  };

  const open = async (location: Location, scroll: Shown["scroll"], enter = () => {}) => {
    const { signal } = pending;
    showLoading(true);
    const content = await loadContent(location.pathname, signal).catch(() => null);
    if (!content || signal.aborted) return;
    enter();
    showLoading(false);
    commit({ location, content, scroll });
  };

  /** A new navigation replaces one that is still loading. */
  const begin = () => {
    pending.abort();
    pending = new AbortController();
    rememberScroll(current.location.key);
    showLoading(false);
  };

  const isWithinAlbum = (pathname: string) =>
    "page" in current.content &&
    (current.content.page === "album" || current.content.page === "photo" || current.content.page === "room") &&
    pageOf(pathname) === pageOf(current.location.pathname);

  return {
    navigate(to, { replace = false, state = {}, flushSync = false } = {}) {
      begin();
      const { pathname, href } = new URL(to, window.location.href);
      const location = newLocation(pathname, state);
      const isReplaced = replace || href === window.location.href;
      const enter = () => history[isReplaced ? "replaceState" : "pushState"](entryOf(location), "", href);
      if (!isWithinAlbum(pathname)) return void open(location, "reset", enter);
      enter();
      commit({ ...current, location, scroll: "keep" }, flushSync);
    },

    async reload() {
      const page = pageOf(current.location.pathname);
      const content = await loadContent(page);
      if (pageOf(current.location.pathname) !== page) return true;
      if (content instanceof LoadError) return false;
      commit({ ...current, content, scroll: "keep" });
      return true;
    },

    listen() {
      const goBack = () => {
        begin();
        const location = currentLocation();
        // Links within the page also change its history entry.
        const isSamePage = location.pathname === current.location.pathname && "page" in current.content;
        if (isSamePage || isWithinAlbum(location.pathname)) commit({ ...current, location, scroll: "keep" });
        // Only the server knows whether a room may still be entered.
        else if (paths.isRoom(location.pathname)) window.location.reload();
        else void open(location, "restore");
      };
      const leave = () => {
        // After a reload the browser restores the position sooner than this program could.
        history.scrollRestoration = "auto";
      };
      history.scrollRestoration = "manual";
      window.addEventListener("popstate", goBack);
      window.addEventListener("pagehide", leave);
      return () => {
        window.removeEventListener("popstate", goBack);
        window.removeEventListener("pagehide", leave);
      };
    },
  };
}
