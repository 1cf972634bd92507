import { CATEGORY_NAMES, type Category } from "../../../contract/limits.ts";
import { paths } from "../../../contract/paths.ts";
import { useLocation, useMenu } from "../router/use-router.ts";
import styles from "./MenuLinks.module.css";
import { ariaCurrent, NAVIGATION } from "./navigation.ts";
import { SiteLink } from "./SiteLink.tsx";

/** The site's sections, with the first albums of each category under it. */
export function MenuLinks({ onFollow }: { onFollow: () => void }) {
  const { pathname } = useLocation();
  return (
    <ul className={styles.sections}>
      {NAVIGATION.map(({ to, label, category }) => (
        <li key={to}>
          <SiteLink className={styles.section} to={to} onClick={onFollow} aria-current={ariaCurrent(to, pathname)}>
            {label}
          </SiteLink>
          {category && <AlbumLinks category={category} onFollow={onFollow} />}
        </li>
      ))}
    </ul>
  );
}

function AlbumLinks({ category, onFollow }: { category: Category; onFollow: () => void }) {
  const { pathname } = useLocation();
  const { albums, more } = useMenu()[category];
  if (albums.length === 0) return null;
  return (
    <ul className={styles.albums} aria-label={`Albums in ${CATEGORY_NAMES[category]}`}>
      {albums.map(({ title, url }) => (
        <li key={url}>
          <SiteLink to={url} onClick={onFollow} aria-current={ariaCurrent(url, pathname)}>
            {title}
          </SiteLink>
        </li>
      ))}
      {more > 0 && (
        <li>
          <SiteLink to={paths.category(category)} onClick={onFollow}>
            {more} more
          </SiteLink>
        </li>
      )}
    </ul>
  );
}
