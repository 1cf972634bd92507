import type { ReactNode } from "react";
import type { AlbumWithCover } from "../../../contract/albums.ts";
import { countOf } from "../count-of.ts";
import { SiteLink } from "../layout/SiteLink.tsx";
import { Cover } from "../picture/Cover.tsx";
import styles from "./AlbumGrid.module.css";
import { coverSizesInGrid } from "./cover-sizes.ts";

type AlbumGridProps = { heading: ReactNode; albums: AlbumWithCover[]; hasLead?: boolean };

export function AlbumGrid({ heading, albums, hasLead = false }: AlbumGridProps) {
  return (
    <div className={styles.grid}>
      <div className={styles.heading}>{heading}</div>
      <ul className={styles.albums}>
        {albums.map((album, index) => (
          <li key={album.id}>
            <SiteLink className={styles.album} to={album.url}>
              <span className={styles.picture}>
                <Cover photo={album.cover} sizes={coverSizesInGrid} isLead={hasLead && index === 0} />
              </span>
              <span className={styles.title}>{album.title}</span>
              <span className={styles.count}>{countOf(album.photo_count, "photo")}</span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
