import type { LinkedPhoto } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { SiteLink } from "../layout/SiteLink.tsx";
import noticeStyles from "../page/notice.module.css";
import { usePageTitle } from "../page/use-page-title.ts";
import { Cover } from "../picture/Cover.tsx";
import { sampleSizes } from "../picture/picture-sizes.ts";
import styles from "./NotFoundPage.module.css";

/** A wrong URL is no dead end: three photographs lead back into the site. */
export function NotFoundPage({ message, photos }: { message: string; photos: LinkedPhoto[] }) {
  usePageTitle({ page: "not-found", message, linked_photos: photos });
  return (
    <div className={styles.page}>
      <div className={noticeStyles.words}>
        <h1 className={noticeStyles.heading}>Page Not Found</h1>
        {message && <p className={noticeStyles.text}>{message}</p>}
        <SiteLink className={noticeStyles.button} to={paths.home}>
          Back to the homepage
        </SiteLink>
      </div>
      {photos.length > 0 && (
        <ul className={styles.photos}>
          {photos.map(({ photo, url, album_title }) => (
            <li key={photo.id}>
              <SiteLink className={styles.photo} to={url}>
                <span className={styles.picture}>
                  <Cover photo={photo} sizes={sampleSizes} alt="" />
                </span>
                <span className={styles.title}>{photo.title || album_title}</span>
              </SiteLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
