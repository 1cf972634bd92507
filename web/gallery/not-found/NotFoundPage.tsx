import { paths } from "../../paths.ts";
import styles from "../failure/failure.module.css";
import { SiteLink } from "../layout/SiteLink.tsx";
import { usePageTitle } from "../use-page-title.ts";

export function NotFoundPage({ message }: { message: string }) {
  usePageTitle({ page: "not-found", message });
  return (
    <div className={styles.notice}>
      <h1 className={styles.heading}>Page Not Found</h1>
      {message && <p className={styles.text}>{message}</p>}
      <SiteLink className={styles.button} to={paths.home}>
        Back to the homepage
      </SiteLink>
    </div>
  );
}
