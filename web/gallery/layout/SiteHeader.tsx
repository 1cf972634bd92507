import { paths } from "../../../contract/paths.ts";
import { useSite } from "../router/use-router.ts";
import { MobileMenu } from "./MobileMenu.tsx";
import { NavigationLinks } from "./NavigationLinks.tsx";
import styles from "./SiteHeader.module.css";
import { SiteLink } from "./SiteLink.tsx";

export function SiteHeader() {
  const site = useSite();
  return (
    <header className={styles.header}>
      <p className={styles.site}>
        <SiteLink className={styles.name} to={paths.home}>
          {site.name}
        </SiteLink>
        {site.tagline && <span className={styles.tagline}>{site.tagline}</span>}
      </p>
      <nav className={styles.nav} aria-label="Main">
        <NavigationLinks />
      </nav>
      <MobileMenu />
    </header>
  );
}
