import type { LinkedPhoto, PageContent } from "../../../contract/pages.ts";
import { SiteLink } from "../layout/SiteLink.tsx";
import { countOf } from "../page/count-of.ts";
import { usePageTitle } from "../page/use-page-title.ts";
import { Cover } from "../picture/Cover.tsx";
import { wallSizes } from "../picture/picture-sizes.ts";
import styles from "./TagPage.module.css";

/** The photos with one tag, from all albums. */
export function TagPage({ content }: { content: Extract<PageContent, { page: "tag" }> }) {
  const { tag, linked_photos: photos, total } = content;
  usePageTitle(content);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <p className={styles.quiet}>Tagged</p>
        <h1 className={styles.heading}>{tag}</h1>
        <p className={styles.quiet}>
          {total > photos.length
            ? `The newest ${photos.length} of ${countOf(total, "photo")}`
            : countOf(total, "photo")}
        </p>
      </header>
      <ul className={styles.wall}>
        {photos.map((linked, index) => (
          <WallPhoto key={linked.photo.id} isLead={index === 0} {...linked} />
        ))}
      </ul>
    </div>
  );
}

function WallPhoto({ photo, url, album_title, isLead }: LinkedPhoto & { isLead: boolean }) {
  const { title, width, height } = photo;
  return (
    <li>
      <SiteLink className={styles.photo} to={url}>
        <span className={styles.picture}>
          {/* Gives the box its shape, as in PhotoBox. */}
          <svg
            className={styles.shape}
            width={width}
            height={height}
            viewBox={`0 0 ${width} ${height}`}
            aria-hidden="true"
          />
          <Cover photo={photo} sizes={wallSizes} isLead={isLead} alt={title ? "" : undefined} />
        </span>
        {title && <span className={styles.title}>{title}</span>}
        <span className={styles.album}>{album_title}</span>
      </SiteLink>
    </li>
  );
}
