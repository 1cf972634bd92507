import type { PageContent } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { OwnerHint } from "../page/OwnerHint.tsx";
import { usePageTitle } from "../page/use-page-title.ts";
import { AlbumGrid } from "./AlbumGrid.tsx";
import styles from "./CategoryPage.module.css";

type CategoryPageProps = { content: Extract<PageContent, { page: "category" }> };

export function CategoryPage({ content }: CategoryPageProps) {
  usePageTitle(content);
  return (
    <div className={styles.page}>
      <AlbumGrid
        heading={
          <header className={styles.header}>
            <h1 className={styles.heading}>{content.name}</h1>
            {content.description && <p className={styles.description}>{content.description}</p>}
            {content.albums.length === 0 && <p className={styles.empty}>No albums here yet.</p>}
            {content.albums.length === 0 && (
              <OwnerHint action={<a href={paths.admin.albumsOf(content.category)}>Create an album</a>}>
                An album appears here with its first public photo.
              </OwnerHint>
            )}
          </header>
        }
        albums={content.albums}
        hasLead
      />
    </div>
  );
}
