import { CATEGORIES, CATEGORY_NAMES } from "../../../contract/limits.ts";
import { paths } from "../../../contract/paths.ts";
import { useLocation } from "../router/use-router.ts";
import { SiteLink } from "./SiteLink.tsx";

const LINKS = [
  { to: paths.home, label: "HOME" },
  ...CATEGORIES.map((category) => ({
    to: paths.category(category),
    label: CATEGORY_NAMES[category].toUpperCase(),
  })),
  { to: paths.contact, label: "CONTACT" },
];

export function NavigationLinks({ onFollow }: { onFollow?: () => void }) {
  const { pathname } = useLocation();
  return (
    <ul>
      {LINKS.map(({ to, label }) => (
        <li key={to}>
          <SiteLink to={to} onClick={onFollow} aria-current={ariaCurrent(to, pathname)}>
            {label}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}

/** `page` for the page itself, `true` for an album of the category. */
function ariaCurrent(to: string, pathname: string): "page" | "true" | undefined {
  if (pathname === to) return "page";
  return to !== paths.home && pathname.startsWith(`${to}/`) ? "true" : undefined;
}
