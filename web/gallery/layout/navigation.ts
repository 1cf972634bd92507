import { CATEGORIES, CATEGORY_NAMES, type Category } from "../../../contract/limits.ts";
import { paths } from "../../../contract/paths.ts";

type NavigationLink = { to: string; label: string; category?: Category };

/** The site's sections, in the header and in the menu. */
export const NAVIGATION: NavigationLink[] = [
  { to: paths.home, label: "HOME" },
  ...CATEGORIES.map((category) => ({
    to: paths.category(category),
    label: CATEGORY_NAMES[category].toUpperCase(),
    category,
  })),
  { to: paths.contact, label: "CONTACT" },
];

/** `page` for the page itself, `true` for a page below it. */
export function ariaCurrent(to: string, pathname: string): "page" | "true" | undefined {
  if (pathname === to) return "page";
  return to !== paths.home && pathname.startsWith(`${to}/`) ? "true" : undefined;
}
