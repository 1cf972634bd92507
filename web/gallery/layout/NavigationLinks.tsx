import { useLocation } from "react-router";
import { CATEGORIES, CATEGORY_NAMES } from "../../../contract/limits.ts";
import { paths } from "../../../contract/paths.ts";
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
          <SiteLink to={to} onClick={onFollow} aria-current={currentness(to, pathname)}>
            {label}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}

/** An album is not its category's page, but lies within it. */
function currentness(to: string, pathname: string): "page" | "true" | undefined {
  if (pathname === to) return "page";
  return to !== paths.home && pathname.startsWith(`${to}/`) ? "true" : undefined;
}
