import type { PageContent } from "../../../contract/pages.ts";
import { SiteLink } from "../layout/SiteLink.tsx";
import { usePageTitle } from "../page/use-page-title.ts";
import { leadBlock } from "../picture/lead-picture.ts";
import { BlockView, PageHead } from "../written/Blocks.tsx";
import { OwnerEdit } from "./OwnerEdit.tsx";
import { useFollowLinks } from "./use-follow-links.ts";
import styles from "./WrittenPage.module.css";

/** A page or a journal entry that the owner wrote. */
export function WrittenPage({ content }: { content: Extract<PageContent, { page: "written" }> }) {
  const { written } = content;
  const page = useFollowLinks();
  usePageTitle(content);
  const lead = leadBlock(written.blocks);
  return (
    <>
      <article ref={page} className={styles.page}>
        <PageHead {...written} />
        {written.blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never move here
          <BlockView key={index} block={block} isLead={block === lead} />
        ))}
      </article>
      {(written.newer || written.older) && (
        <nav className={styles.neighbours} aria-label="Journal">
          {written.older && (
            <SiteLink to={written.older.url} rel="prev">
              <span className={styles.way}>Previous</span>
              <span>{written.older.title}</span>
            </SiteLink>
          )}
          {written.newer && (
            <SiteLink to={written.newer.url} rel="next">
              <span className={styles.way}>Next</span>
              <span>{written.newer.title}</span>
            </SiteLink>
          )}
        </nav>
      )}
      <OwnerEdit id={written.id} />
    </>
  );
}
