import type { ReactNode } from "react";
import type { ShownAlbum } from "../../../contract/pages.ts";
import { SiteLink } from "../layout/SiteLink.tsx";
import { countOf } from "../page/count-of.ts";
import { Cover } from "../picture/Cover.tsx";
import { albumCoverSizes, MANY_ALBUMS } from "../picture/picture-sizes.ts";
import styles from "./AlbumGrid.module.css";

type AlbumGridProps = { heading: ReactNode; albums: ShownAlbum[]; hasLead?: boolean };

export function AlbumGrid({ heading, albums, hasLead = false }: AlbumGridProps) {
  return (
    <div className={styles.grid}>
      <div className={styles.heading}>{heading}</div>
      <ul className={styles.albums} data-count={Math.min(albums.length, MANY_ALBUMS)}>
        {albums.map((album, index) => (
          <li key={album.id}>
            <SiteLink className={styles.album} to={album.url}>
              <span className={styles.picture}>
                <Cover
                  photo={album.cover}
                  sizes={albumCoverSizes(albums.length, index)}
                  alt=""
                  isLead={hasLead && index === 0}
                />
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
