import { paths } from "../../../contract/paths.ts";
import { SiteLink } from "../layout/SiteLink.tsx";
import styles from "../page/notice.module.css";
import { usePageTitle } from "../page/use-page-title.ts";

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
