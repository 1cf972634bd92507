import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { PhotoIcon } from "../../ui/icons.tsx";
import styles from "./AdminPage.module.css";
import { rememberScroll, restoreScroll } from "./scroll-memory.ts";

type AdminPageProps = {
  title: string;
  subtitle?: string;
  /** Buttons next to the title. */
  actions?: ReactNode;
  /** Search and filters below the title; does not scroll with the content. */
  toolbar?: ReactNode;
  /** The 300 px inspector on the right. */
  panel?: ReactNode;
  /** Floats over the bottom of the content. */
  bar?: ReactNode;
  /** Its parts scroll by themselves and fill the window together. */
  isFilled?: boolean;
  children: ReactNode;
};

/** The frame of every admin screen. Only its content scrolls; the title and panel stay. */
export function AdminPage({ title, subtitle, actions, toolbar, panel, bar, isFilled, children }: AdminPageProps) {
  const content = useRef<HTMLDivElement>(null);
  const heading = useHeadingFocus();
  useLayoutEffect(() => {
    const scroller = content.current;
    if (!scroller) return;
    // Where the scrollbar takes room, the content ends where the heading's buttons do all the same.
    scroller.style.setProperty("--scrollbar-width", `${scroller.offsetWidth - scroller.clientWidth}px`);
    restoreScroll(scroller);
  }, []);

  return (
    <>
      <title>{`${title} – Admin`}</title>
      <main className={styles.page} id="content" tabIndex={-1}>
        <header className={styles.header}>
          <div className={styles.titles}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {subtitle && <p>{subtitle}</p>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
        {toolbar}
        <div
          ref={content}
          className={`${styles.content} ${isFilled ? styles.filled : ""}`}
          data-scroller
          onScroll={(event) => rememberScroll(event.currentTarget)}
        >
          {children}
        </div>
        {bar && <div className={styles.bar}>{bar}</div>}
      </main>
      {panel}
    </>
  );
}

/**
 * Another screen begins at its heading, for the keyboard and for screen readers. The first one begins at the top, unless the
 * login led to it.
 */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const isLoaded = useNavigationType() === "POP";
  useEffect(() => {
    const isFirst = shownPath === null && isLoaded;
    if (shownPath === pathname) return;
    shownPath = pathname;
    if (!isFirst && !document.querySelector("dialog[open]")) heading.current?.focus({ preventScroll: true });
  }, [pathname, isLoaded]);
  return heading;
}

let shownPath: string | null = null;

type EmptyStateProps = { title: string; icon?: ReactNode; children?: ReactNode; action?: ReactNode };

/** Explains an empty screen and offers the next step. */
export function EmptyState({ title, icon = <PhotoIcon />, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
