import { type KeyboardEvent, useCallback, useEffect, useRef } from "react";
import { paths } from "../../../contract/paths.ts";
import { focusHeading } from "./focus-heading.ts";
import { MenuLinks } from "./MenuLinks.tsx";
import styles from "./MobileMenu.module.css";
import { SiteLink } from "./SiteLink.tsx";
import { SiteName } from "./SiteName.tsx";

/** The burger menu. With a modal dialog, the browser handles Escape, the backdrop and the inert page. */
export function MobileMenu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => dialog.current?.close(), []);
  const follow = () => {
    close();
    // Closing returned the focus to the button. A link to the page that is already open changes nothing else.
    focusHeading();
  };

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // A wider window shows the links in its header, and hides the button that closes the menu.
    const closeWhenWide = () => {
      if (opener.current?.getClientRects().length === 0) close();
    };
    window.addEventListener("resize", closeWhenWide, { signal });
    // On Android, Back closes it, as it closes every dialog. Elsewhere it leads to another page, which the menu would hide.
    window.addEventListener("popstate", close, { signal });
    return () => listening.abort();
  }, [close]);

  return (
    <>
      <button
        ref={opener}
        className={styles.button}
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M2 8.5h20M2 15.5h20" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
      <dialog className={styles.menu} aria-label="Menu" ref={dialog} onKeyDown={keepFocusInside}>
        <div className={styles.top}>
          <SiteLink className={styles.name} to={paths.home} onClick={follow}>
            <SiteName />
          </SiteLink>
          <button className={styles.button} type="button" aria-label="Close menu" onClick={close}>
            <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 4l16 16M20 4L4 20" stroke="currentColor" strokeWidth="1.5" />
            </svg>
          </button>
        </div>
        <nav aria-label="Menu">
          <MenuLinks onFollow={follow} />
        </nav>
      </dialog>
    </>
  );
}

/** Browsers let Tab leave a modal dialog for their own toolbar. Here it wraps around. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== "Tab") return;
  const stops = event.currentTarget.querySelectorAll<HTMLElement>("a, button");
  const edge = event.shiftKey ? stops[0] : stops[stops.length - 1];
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? stops[stops.length - 1] : stops[0])?.focus();
}
