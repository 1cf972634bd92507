import { useEffect, useRef } from "react";
import { useNavigate } from "../router/use-router.ts";

/** Files, the admin area and rooms are no part of this program. */
const ELSEWHERE = /^\/(admin|s|api|downloads|images|feed\.xml|journal\/feed\.xml)(\/|$)/;

/** Follows the links of a page to this site without a full load. They are plain links, because the editor shows them too. */
export function useFollowLinks() {
  const navigate = useNavigate();
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const to = (event.target as Element).closest("a")?.getAttribute("href");
      if (!to?.startsWith("/") || ELSEWHERE.test(to)) return;
      event.preventDefault();
      navigate(to);
    };
    const element = page.current;
    element?.addEventListener("click", follow);
    return () => element?.removeEventListener("click", follow);
  }, [navigate]);
  return page;
}
