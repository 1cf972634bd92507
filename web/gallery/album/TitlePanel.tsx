import { paths } from "../../../contract/paths.ts";
import { SiteLink } from "../layout/SiteLink.tsx";
import { countOf } from "../page/count-of.ts";
import { useCategoryName } from "../router/use-router.ts";
import type { StripAlbum } from "./strip-album.ts";
import styles from "./TitlePanel.module.css";

/** Longer titles get smaller letters, so that the panel shows them whole. */
const LONG_TITLE_CHARS = 40;
const VERY_LONG_TITLE_CHARS = 90;

type TitlePanelProps = { album: StripAlbum; count: number };

/** A text that does not fit scrolls. The link in it makes that possible with the keyboard. */
export function TitlePanel({ album, count }: TitlePanelProps) {
  return (
    <header className={styles.panel} data-panel>
      {album.category && <CategoryLink category={album.category} />}
      <h1 className={styles.title} data-length={lengthOf(album.title)}>
        {album.title}
      </h1>
      {album.description && <p className={styles.description}>{album.description}</p>}
      {count === 0 && <p className={styles.empty}>The photographs of this album are still to come.</p>}
      {count > 0 && <p className={styles.count}>{countOf(count, "photo")}</p>}
    </header>
  );
}

/** Separate, because a viewing room has no categories to ask for. */
function CategoryLink({ category }: { category: string }) {
  return (
    <SiteLink className={styles.category} to={paths.category(category)}>
      {useCategoryName(category)}
    </SiteLink>
  );
}

function lengthOf(title: string): "long" | "very-long" | undefined {
  if (title.length > VERY_LONG_TITLE_CHARS) return "very-long";
  return title.length > LONG_TITLE_CHARS ? "long" : undefined;
}
