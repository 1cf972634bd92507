import { CATEGORIES } from "../../../contract/limits.ts";
import type { PageContent } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { AlbumGrid } from "../category/AlbumGrid.tsx";
import { SiteLink } from "../layout/SiteLink.tsx";
import { countOf } from "../page/count-of.ts";
import { usePageTitle } from "../page/use-page-title.ts";
import { Cover } from "../picture/Cover.tsx";
import { tileSizes } from "../picture/picture-sizes.ts";
import { useSite } from "../router/use-router.ts";
import styles from "./HomePage.module.css";

type HomePageProps = { content: Extract<PageContent, { page: "home" }> };

export function HomePage({ content }: HomePageProps) {
  const site = useSite();
  usePageTitle(content);
  return (
    <>
      <h1 className={styles.spoken}>{site.name}</h1>
      <ul className={styles.tiles}>
        {CATEGORIES.map((category, index) => {
          const { name, count, cover } = content.categories[category];
          return (
            <li key={category}>
              <SiteLink className={styles.tile} to={paths.category(category)}>
                <span className={styles.picture}>
                  <Cover photo={cover} sizes={tileSizes} isLead={index === 0} />
                </span>
                <span className={styles.label}>
                  <span className={styles.name}>{name}</span>
                  <span className={styles.count}>{countOf(count, "album")}</span>
                </span>
              </SiteLink>
            </li>
          );
        })}
      </ul>
      {content.selected.length > 0 && (
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
