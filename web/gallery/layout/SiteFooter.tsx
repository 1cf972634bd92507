import { paths } from "../../../contract/paths.ts";
import { useSite } from "../router/use-router.ts";
import styles from "./SiteFooter.module.css";
import { SiteLink } from "./SiteLink.tsx";

export function SiteFooter() {
  const { name, copyright } = useSite();
  return (
    <footer className={styles.footer}>
      <p>{copyright || `© ${name}`}</p>
      <SiteLink className={styles.contact} to={paths.contact}>
        Contact
      </SiteLink>
    </footer>
  );
}
