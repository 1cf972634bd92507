import type { ReactNode } from "react";
import type { PageContent } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { OwnerHint } from "../page/OwnerHint.tsx";
import { usePageTitle } from "../page/use-page-title.ts";
import { Cover } from "../picture/Cover.tsx";
import { portraitSizes } from "../picture/picture-sizes.ts";
import { useSite } from "../router/use-router.ts";
import { ContactForm } from "./ContactForm.tsx";
import styles from "./ContactPage.module.css";
import { SitePortrait } from "./SitePortrait.tsx";

type ContactPageProps = { content: Extract<PageContent, { page: "contact" }> };

export function ContactPage({ content }: ContactPageProps) {
  const site = useSite();
  usePageTitle(content);
  const { about, email, phone, location, social } = site;
  const isEmpty = !content.form && ![about, email, phone, location, ...social].some(Boolean);
  return (
    <div className={styles.page}>
      {site.pictures.portrait && (
        <div className={styles.portrait}>
          <SitePortrait portrait={site.pictures.portrait} name={site.name} />
        </div>
      )}
      {content.portrait && (
        <div className={styles.portrait}>
          <Cover photo={content.portrait} sizes={portraitSizes} isLead />
        </div>
      )}
      <div className={styles.text}>
        <h1 className={styles.heading}>{site.name}</h1>
        {paragraphsOf(site.about).map((paragraph) => (
          <p className={styles.about} key={paragraph}>
            {withLinks(paragraph)}
          </p>
        ))}
        {isEmpty && <p className={styles.about}>An introduction and contact details will be here soon.</p>}
        {site.about === "" && (
          <OwnerHint>
            Introduce yourself and say how to reach you: the texts of this page are in the admin area, under{" "}
            <a href={paths.admin.site}>Site</a>. They are also in the file <code>site.json</code> in the data folder,
            for those who prefer an editor.
          </OwnerHint>
        )}
        <dl className={styles.details}>
          {site.email && (
            <Detail name="Email">
              <a href={`mailto:${site.email}`}>{site.email}</a>
            </Detail>
          )}
          {site.phone && (
            <Detail name="Phone">
              <a href={`tel:${site.phone.replace(/[^+\d]/g, "")}`}>{site.phone}</a>
            </Detail>
          )}
          {site.location && <Detail name="Location">{site.location}</Detail>}
          {site.social.length > 0 && (
            <Detail name="Elsewhere">
              <ul className={styles.social}>
                {site.social.map(({ label, url }) => (
                  <li key={url}>
                    <a href={url} rel="me noopener">
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </Detail>
          )}
        </dl>
        {content.form && <ContactForm form={content.form} />}
      </div>
    </div>
  );
}

const paragraphsOf = (text: string) => text.split(/\n\s*\n/).filter(Boolean);

/** Web and email addresses become links. Punctuation after one is not part of it. */
function withLinks(text: string): ReactNode[] {
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/g).map((part, index) => {
    // Every second part is what the parentheses matched.
    if (index % 2 === 0) return part;
    const href = part.startsWith("http") ? part : `mailto:${part}`;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
      <a key={index} href={href} rel="noopener">
        {part}
      </a>
    );
  });
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
