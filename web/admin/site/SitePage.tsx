import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { ABOUT_MAX_CHARS, LICENSES, PUBLIC_EDGES_PX, UPLOAD_LIMIT_MB } from "../../../contract/limits.ts";
import { paths } from "../../../contract/paths.ts";
import type { AdminSite, SiteSettings } from "../../../contract/site.ts";
import { Loading } from "../../ui/Loading.tsx";
import { siteQuery } from "../data/site.api.ts";
import { AdminPage } from "../page/AdminPage.tsx";
import { LoadFailure } from "../page/LoadFailure.tsx";
import { ChoiceSetting, NumberSetting, SwitchSetting, TextSetting } from "./fields.tsx";
import { HomeFields } from "./HomeFields.tsx";
import { LookFields } from "./LookFields.tsx";
import { PortraitField } from "./PortraitField.tsx";
import styles from "./Site.module.css";
import { SitePictureField } from "./SitePictureField.tsx";
import { SitePreview } from "./SitePreview.tsx";
import { SocialLinks } from "./SocialLinks.tsx";

export function SitePage() {
  const { data: site, error, refetch } = useQuery(siteQuery);
  return (
    <AdminPage title="Site" subtitle="Your name, your texts, and what visitors get to see">
      {error && !site && (
        <LoadFailure title="The settings of the site could not be loaded" error={error} onRetry={refetch} />
      )}
      {!site && !error && <Loading />}
      {site && (
        <div className={styles.columns}>
          <div className={styles.sections}>
            <Texts site={site} />
            <Rules site={site} />
          </div>
          <SitePreview />
        </div>
      )}
    </AdminPage>
  );
}

function Texts({ site }: { site: AdminSite }) {
  return (
    <>
      <Section id="site-name" heading="Name">
        <TextSetting site={site} field="name" maxChars={200} />
        <TextSetting
          site={site}
          field="tagline"
          maxChars={300}
          hint="Next to the name, in search results and in the feed."
        />
        <TextSetting
          site={site}
          field="copyright"
          maxChars={200}
          placeholder={`© ${site.name}`}
          hint="At the foot of every page."
        />
      </Section>
      <Section id="site-home" heading="Home page">
        <HomeFields site={site} />
      </Section>
      <Section id="site-pictures" heading="Logo and icon">
        <SitePictureField
          site={site}
          kind="logo"
          label="Logo"
          hint="In place of the name, on every page, and on links to pages without a photograph. A PNG or WebP may be transparent."
        />
        <SitePictureField
          site={site}
          kind="icon"
          label="Icon"
          hint="In the tabs of browsers, and on the home screens of phones. It is cropped to a square."
        />
      </Section>
      <Section id="site-look" heading="Look">
        <LookFields site={site} />
      </Section>
      <Section id="site-about" heading="About you">
        <SitePictureField
          site={site}
          kind="portrait"
          label="Portrait"
          hint="Next to the text about you. It is not part of your library."
        />
        {!site.pictures.portrait && <PortraitField site={site} />}
        <TextSetting
          site={site}
          field="about"
          maxChars={ABOUT_MAX_CHARS}
          isMultiline
          hint="An empty line begins a new paragraph. Web and email addresses become links."
        />
      </Section>
      <Section id="site-contact" heading="Contact">
        <TextSetting site={site} field="email" type="email" maxChars={254} hint="Shown to everyone." />
        <TextSetting site={site} field="phone" type="tel" maxChars={100} />
        <TextSetting site={site} field="location" maxChars={300} />
        <SocialLinks site={site} />
        <SwitchSetting
          site={site}
          field="contact_form"
          hint={
            <>
              Visitors can write to you on the contact page. What they write is under{" "}
              <Link to={paths.admin.messages}>Messages</Link>, and is emailed to you if the server has an email account.
            </>
          }
        />
      </Section>
    </>
  );
}

function Rules({ site }: { site: SiteSettings }) {
  return (
    <>
      <Section id="site-photos" heading="Photographs">
        <ChoiceSetting
          site={site}
          field="largest_public_px"
          choices={[
            { value: null, label: "Full size" },
            ...PUBLIC_EDGES_PX.map((edge) => ({ value: edge, label: `${edge} pixels` })),
          ]}
          hint="On the long edge. You always have the originals."
        />
        <SwitchSetting
          site={site}
          field="show_camera_data"
          hint="Camera, lens and exposure, in the details of a photo."
        />
        <ChoiceSetting
          site={site}
          field="default_license"
          choices={LICENSES.map((license) => ({ value: license, label: license }))}
        />
        <ChoiceSetting
          site={site}
          field="ai_training"
          choices={[
            { value: "allow", label: "Allowed" },
            { value: "forbid", label: "Forbidden" },
          ]}
          hint="Forbidden: pages, pictures and robots.txt say so in every way that crawlers are known to read. It is a notice, not a lock."
        />
      </Section>
      <Section id="site-uploads" heading="Uploads and albums">
        <NumberSetting
          site={site}
          field="upload_max_mb"
          max={UPLOAD_LIMIT_MB}
          hint={`1 to ${UPLOAD_LIMIT_MB}. A proxy in front of the server may have a limit as well.`}
        />
        <SwitchSetting site={site} field="accepts_heic" hint="Most phones take them. Visitors get JPEG and AVIF." />
        <SwitchSetting
          site={site}
          field="piwigo_clients"
          hint="darktable, digiKam, Shotwell and Piwigo's phone apps, with a token of your account as the password."
        />
        <ChoiceSetting
          site={site}
          field="new_albums"
          choices={[
            { value: "public", label: "Public" },
            { value: "draft", label: "Draft" },
          ]}
        />
        <p className={styles.hint}>
          Picture sizes and disk use are under <Link to={paths.admin.settings}>Settings</Link>.
        </p>
      </Section>
    </>
  );
}

function Section({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  const section = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const isAskedFor = hash === `#${id}`;
  // The browser looked for it before the settings were loaded.
  useEffect(() => {
    if (isAskedFor) section.current?.scrollIntoView();
  }, [isAskedFor]);
  return (
    <section ref={section} aria-labelledby={id} className={styles.card}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  );
}
