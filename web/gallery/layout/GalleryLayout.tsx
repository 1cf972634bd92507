import { type ReactNode, useEffect, useRef } from "react";
import { pageOf } from "../router/load.ts";
import { useLocation, useShown } from "../router/use-router.ts";
import { focusHeading } from "./focus-heading.ts";
import styles from "./GalleryLayout.module.css";
import { SiteFooter } from "./SiteFooter.tsx";
import { SiteHeader } from "./SiteHeader.tsx";
import { useAwake } from "./use-awake.ts";

export function GalleryLayout({ children }: { children: ReactNode }) {
  const { isLoading } = useShown();
  useAwake();
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <SiteHeader />
      <p className={styles.loading} data-active={isLoading || undefined} role="status">
        {isLoading && <span className="spoken">Loading...</span>}
      </p>
      <Content>{children}</Content>
      <SiteFooter />
    </>
  );
}

function Content({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  // The viewer opens over its album and manages the focus itself.
  const page = pageOf(pathname);
  const shownPage = useRef(page);
  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    focusHeading();
  }, [page]);

  return (
    <main id="content" className={styles.content} tabIndex={-1}>
      {children}
    </main>
  );
}
