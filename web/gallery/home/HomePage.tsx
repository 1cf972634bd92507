import type { ComponentProps } from "react";
import type { PageContent, ShownCategory } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { AlbumGrid } from "../category/AlbumGrid.tsx";
import { SiteLink } from "../layout/SiteLink.tsx";
import { countOf } from "../page/count-of.ts";
import { OwnerHint } from "../page/OwnerHint.tsx";
import { usePageTitle } from "../page/use-page-title.ts";
import { Cover } from "../picture/Cover.tsx";
import { tileSizes } from "../picture/picture-sizes.ts";
import { tileLayout } from "../picture/tile-layout.ts";
import { useSite } from "../router/use-router.ts";
import styles from "./HomePage.module.css";

type HomePageProps = { content: Extract<PageContent, { page: "home" }> };

export function HomePage({ content }: HomePageProps) {
  const site = useSite();
  usePageTitle(content);
  const hasSelected = content.selected.length > 0;
  const isEmpty = content.categories.every(({ count }) => count === 0);
  const layout = tileLayout(content.categories.length);
  return (
    <>
      {isEmpty ? (
        <div className={styles.welcome}>
          <h1 className={styles.title}>{site.name}</h1>
          <p className={styles.tagline}>{site.tagline}</p>
          <OwnerHint action={<a href={paths.admin.albums}>Create an album</a>}>
            Your site is ready for its first photographs. Create an album and upload some: they appear here right away.
          </OwnerHint>
        </div>
      ) : (
        <h1 className="spoken">{site.name}</h1>
      )}
      <ul
        className={styles.tiles}
        data-columns={layout.columns}
        data-odd={layout.isFirstWide || undefined}
        data-rows={layout.isInRows || undefined}
        data-empty={isEmpty || undefined}
        data-peek={hasSelected || undefined}
      >
        {content.categories.map(({ key, url, ...category }, index) => (
          <li key={key}>
            <Tile {...category} to={url} sizes={tileSizes(content, index)} isLead={index === 0} />
          </li>
        ))}
      </ul>
      {hasSelected && (
        <section className={styles.selected} aria-labelledby="selected-work">
          <AlbumGrid
            heading={
              <h2 className={styles.heading} id="selected-work">
                Selected work
              </h2>
            }
            albums={content.selected}
          />
        </section>
      )}
    </>
  );
}

type TileProps = Pick<ShownCategory, "name" | "count" | "cover"> &
  Pick<ComponentProps<typeof Cover>, "sizes"> & { to: string; isLead: boolean };

function Tile({ name, count, cover, to, sizes, isLead }: TileProps) {
  return (
    <SiteLink className={styles.tile} to={to}>
      <span className={styles.picture}>
        <Cover photo={cover} sizes={sizes} isLead={isLead} alt="" />
      </span>
      <span className={styles.label}>
        <span className={styles.name}>{name}</span>
        <span className={styles.count}>{count === 0 ? "No albums yet" : countOf(count, "album")}</span>
      </span>
    </SiteLink>
  );
}
