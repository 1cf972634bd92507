import type { ShownAlbum } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { SiteLink } from "../layout/SiteLink.tsx";
import { Cover } from "../picture/Cover.tsx";
import { nextCoverSizes } from "../picture/picture-sizes.ts";
import { useCategoryName } from "../router/use-router.ts";
import styles from "./StripEnd.module.css";

/** After the last photo: the next album of the category, and the way back to all of them. */
export function StripEnd({ category, nextAlbum }: { category: string; nextAlbum: ShownAlbum | null }) {
  return (
    <nav className={nextAlbum ? styles.end : styles.way} aria-label="More albums">
      {nextAlbum && (
        <SiteLink className={styles.next} to={nextAlbum.url}>
          <span className={styles.label}>Next album</span>
          <span className={styles.title}>{nextAlbum.title}</span>
          <span className={styles.picture}>
            <Cover photo={nextAlbum.cover} sizes={nextCoverSizes} alt="" />
          </span>
        </SiteLink>
      )}
      <SiteLink className={styles.back} to={paths.category(category)}>
        Back to {useCategoryName(category)}
      </SiteLink>
    </nav>
  );
}
