import type { Menu, MenuCategory } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";

type NavigationLink = { to: string; name: string; label: string; category?: MenuCategory };

/** A category without a photo to see would be a dead end. On a site without any photo, all are there: the site is to come. */
const sectionsOf = ({ categories }: Menu): MenuCategory[] => {
  const filled = categories.filter(({ albums }) => albums.length > 0);
  return filled.length > 0 ? filled : categories;
};

/** The site's sections, in the header and in the menu. */
export const navigationOf = (menu: Menu): NavigationLink[] => [
  link(paths.home, "Home"),
  ...sectionsOf(menu).map((category) => ({ ...link(category.url, category.name), category })),
  ...menu.pages.map(({ url, title }) => link(url, title)),
  link(paths.contact, "Contact"),
];

const link = (to: string, name: string): NavigationLink => ({ to, name, label: name.toUpperCase() });

/** Widths from which on the links fit beside the site's name, in px. SiteHeader.module.css has a rule for each. */
const BREAKPOINTS = [768, 900, 1024, 1180, 1340, 1500];
const LETTER_PX = 9.1;
const BETWEEN_LINKS_PX = 26;
/** The beginning of the site's name, and the margins. */
const REST_PX = 250;

/** Up to which width the links are in the burger menu. By their letters, so that the page needs no measuring. */
export function burgerBelow(links: readonly NavigationLink[]): number | "always" {
  const letters = links.reduce((sum, { label }) => sum + label.length, 0);
  const needed = letters * LETTER_PX + (links.length - 1) * BETWEEN_LINKS_PX + REST_PX;
  return BREAKPOINTS.find((width) => needed <= width) ?? "always";
}

/** `page` for the page itself, `true` for a page below it. */
export function ariaCurrent(to: string, pathname: string): "page" | "true" | undefined {
  if (pathname === to) return "page";
  return to !== paths.home && pathname.startsWith(`${to}/`) ? "true" : undefined;
}
