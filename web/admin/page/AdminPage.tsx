import { type ReactNode, useLayoutEffect, useRef } from "react";
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
  children: ReactNode;
};

/** The frame of every admin screen. Only its content scrolls; the title and panel stay. */
export function AdminPage({ title, subtitle, actions, toolbar, panel, bar, children }: AdminPageProps) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (content.current) restoreScroll(content.current);
  }, []);

  return (
    <>
      <title>{`${title} – Admin`}</title>
      <main className={styles.page} tabIndex={-1}>
        <header className={styles.header}>
          <div className={styles.titles}>
            <h1>{title}</h1>
            {subtitle && <p>{subtitle}</p>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
        {toolbar}
        <div
          ref={content}
          className={styles.content}
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

type EmptyStateProps = { title: string; children?: ReactNode; action?: ReactNode };

/** Explains an empty screen and offers the next step. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <PhotoIcon />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
