import { paths } from "../../../contract/paths.ts";
import { useMenu, useSite } from "../router/use-router.ts";
import { MobileMenu } from "./MobileMenu.tsx";
import { NavigationLinks } from "./NavigationLinks.tsx";
import { burgerBelow, navigationOf } from "./navigation.ts";
import styles from "./SiteHeader.module.css";
import { SiteLink } from "./SiteLink.tsx";
import { SiteName } from "./SiteName.tsx";

export function SiteHeader() {
  const site = useSite();
  const menu = useMenu();
  const links = navigationOf(menu);
  const isUsual = links.map(({ name }) => name).join() === "Home,Urban,Portraits,Travel,Contact";
  return (
    <header className={styles.header} data-burger={burgerBelow(links)}>
      <p className={styles.site}>
        <SiteLink className={styles.name} to={paths.home}>
          <SiteName />
        </SiteLink>
        {site.tagline && <span className={styles.tagline}>{site.tagline}</span>}
      </p>
      <nav className={styles.nav} data-usual={isUsual || undefined} aria-label="Main">
        <NavigationLinks />
      </nav>
      <MobileMenu />
    </header>
  );
}
