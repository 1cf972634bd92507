import type { PageContent } from "../../../contract/pages.ts";
import { SiteLink } from "../layout/SiteLink.tsx";
import { usePageTitle } from "../page/use-page-title.ts";
import { Cover } from "../picture/Cover.tsx";
import { journalSizes } from "../picture/picture-sizes.ts";
import { formatDay } from "../written/format-day.ts";
import styles from "./JournalPage.module.css";

/** The entries of the journal with photograph, date and first lines, newest first. */
export function JournalPage({ content }: { content: Extract<PageContent, { page: "journal" }> }) {
  usePageTitle(content);
  return (
    <div className={styles.page}>
      <h1 className={styles.heading}>Journal</h1>
      <ul className={styles.list}>
        {content.entries.map(({ id, url, title, published_on, cover, excerpt }, index) => (
          <li key={id}>
            <SiteLink className={styles.entry} to={url}>
              {cover && (
                <span className={styles.cover}>
                  <Cover photo={cover} sizes={journalSizes} isLead={index === 0} alt="" />
                </span>
              )}
              <span className={styles.words}>
                {published_on && (
                  <time className={styles.date} dateTime={published_on}>
                    {formatDay(published_on)}
                  </time>
                )}
                <span className={styles.title}>{title}</span>
                {excerpt && <span className={styles.excerpt}>{excerpt}</span>}
              </span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
