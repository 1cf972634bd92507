import { useLocation, useMenu } from "../router/use-router.ts";
import { ariaCurrent, navigationOf } from "./navigation.ts";
import { SiteLink } from "./SiteLink.tsx";

export function NavigationLinks() {
  const { pathname } = useLocation();
  return (
    <ul>
      {navigationOf(useMenu()).map(({ to, label }) => (
        <li key={to}>
          <SiteLink to={to} aria-current={ariaCurrent(to, pathname)}>
            {label}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}
