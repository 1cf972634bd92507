import type { ShownAlbum } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { SiteLink } from "../layout/SiteLink.tsx";
import { Cover } from "../picture/Cover.tsx";
import { nextCoverSizes } from "../picture/picture-sizes.ts";
import { useCategoryName, useSite } from "../router/use-router.ts";
import styles from "./StripEnd.module.css";
import { STRIP_END } from "./strip-album.ts";

type StripEndProps = { category: string; nextAlbum: ShownAlbum | null };

/** After the last photo: the next album, or the photographer where there is no other; then the ways out. */
export function StripEnd({ category, nextAlbum }: StripEndProps) {
  return (
    <nav className={styles.end} id={STRIP_END} aria-label="More albums" tabIndex={-1}>
      {nextAlbum ? <NextAlbum album={nextAlbum} category={category} /> : <Contact />}
      <p className={styles.ways}>
        <SiteLink className={styles.way} to={paths.category(category)}>
          Back to {useCategoryName(category)}
        </SiteLink>
        {nextAlbum && (
          <SiteLink className={styles.way} to={paths.contact}>
            Contact
          </SiteLink>
        )}
      </p>
    </nav>
  );
}

function NextAlbum({ album, category }: { album: ShownAlbum; category: string }) {
  const name = useCategoryName(album.category);
  return (
    <SiteLink className={styles.next} to={album.url}>
      <span className={styles.label}>{album.category === category ? "Next album" : `Next album, in ${name}`}</span>
      <span className={styles.title}>{album.title}</span>
      <span className={styles.picture}>
        <Cover photo={album.cover} sizes={nextCoverSizes} alt="" />
      </span>
    </SiteLink>
  );
}

/** The only album of a site. */
function Contact() {
  return (
    <SiteLink className={styles.next} to={paths.contact}>
      <span className={styles.label}>{useSite().name}</span>
      <span className={styles.title}>Contact</span>
    </SiteLink>
  );
}
