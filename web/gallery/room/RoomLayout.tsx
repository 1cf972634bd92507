import type { ReactNode } from "react";
import type { PageContent } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import layout from "../layout/GalleryLayout.module.css";
import header from "../layout/SiteHeader.module.css";
import { SiteName } from "../layout/SiteName.tsx";
import { useAwake } from "../layout/use-awake.ts";
import { RoomBar } from "./RoomBar.tsx";
import styles from "./RoomLayout.module.css";
import type { ShownPhotos } from "./use-shown-photos.ts";

type RoomLayoutProps = {
  content?: Extract<PageContent, { page: "room" }>;
  shown?: ShownPhotos;
  children: ReactNode;
};

/** The site's name, and instead of its menu what a client can do here. */
export function RoomLayout({ content, shown, children }: RoomLayoutProps) {
  useAwake();
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className={header.header}>
        <p className={header.site}>
          {/* A whole new page: nothing of the room goes along. */}
          <a className={header.name} href={paths.home}>
            <SiteName />
          </a>
        </p>
        {content && shown && <RoomBar content={content} shown={shown} />}
      </header>
      <main id="content" className={`${layout.content} ${styles.content}`} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
