import { useEffect, useRef } from "react";
import { Outlet, UNSAFE_useScrollRestoration, useLocation, useNavigation } from "react-router";
import styles from "./GalleryLayout.module.css";
import { SiteHeader } from "./SiteHeader.tsx";

export function GalleryLayout() {
  // What <ScrollRestoration> does, without the framework mode's script that it brings along.
  UNSAFE_useScrollRestoration();
  const isLoading = useNavigation().state === "loading";
  return (
    <>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <SiteHeader />
      <p className={styles.loading} data-active={isLoading || undefined} role="status">
        {isLoading && <span className={styles.spoken}>Loading...</span>}
      </p>
      <Content />
    </>
  );
}

function Content() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  // A viewer opens over its album and cares for the focus itself.
  const page = pathname.replace(/\/photo\/\d+$/, "");
  const shownPage = useRef(page);
  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    // As after a full page load, reading goes on at the new page's beginning.
    main.current?.focus({ preventScroll: true });
  }, [page]);

  return (
    <main id="content" className={styles.content} tabIndex={-1} ref={main}>
      <Outlet />
    </main>
  );
}
