import type { MenuCategory } from "../../../contract/pages.ts";
import { useLocation, useMenu } from "../router/use-router.ts";
import styles from "./MenuLinks.module.css";
import { ariaCurrent, navigationOf } from "./navigation.ts";
import { SiteLink } from "./SiteLink.tsx";

/** The site's sections, with the first albums of each category under it. */
export function MenuLinks({ onFollow }: { onFollow: () => void }) {
  const { pathname } = useLocation();
  return (
    <ul className={styles.sections}>
      {navigationOf(useMenu()).map(({ to, name, label, category }) => (
        <li key={to}>
          <SiteLink
            className={styles.section}
            data-as-written={isAsWritten(name) || undefined}
            to={to}
            onClick={onFollow}
            aria-current={ariaCurrent(to, pathname)}
          >
            {isAsWritten(name) ? name : label}
          </SiteLink>
          {category && <AlbumLinks category={category} onFollow={onFollow} />}
        </li>
      ))}
    </ul>
  );
}

/** A name such as "New York" must not become "New york". */
const isAsWritten = (name: string) => name.slice(1) !== name.slice(1).toLowerCase();

function AlbumLinks({ category, onFollow }: { category: MenuCategory; onFollow: () => void }) {
  const { pathname } = useLocation();
  const { name, url: categoryUrl, albums, more } = category;
  if (albums.length === 0) return null;
  return (
    <ul className={styles.albums} aria-label={`Albums in ${name}`}>
      {albums.map(({ title, url }) => (
        <li key={url}>
          <SiteLink to={url} onClick={onFollow} aria-current={ariaCurrent(url, pathname)}>
            {title}
          </SiteLink>
        </li>
      ))}
      {more > 0 && (
        <li>
          <SiteLink to={categoryUrl} onClick={onFollow}>
            {more} more
          </SiteLink>
        </li>
      )}
    </ul>
  );
}
