import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import pageStyles from "../../gallery/written/Blocks.module.css?inline";
import { pageShellQuery } from "../data/pages.api.ts";
import frameStyles from "./frame.css?inline";
import styles from "./PageEditor.module.css";

type PageFrameProps = { title: string; device: "desktop" | "phone"; children: ReactNode };

/**
 * A public page in a frame of its own, so that its style sheets and the width of its window count, with other content. None of
 * its scripts is in it, and its menu cannot be used.
 */
export function PageFrame({ title, device, children }: PageFrameProps) {
  const { data: html } = useQuery(pageShellQuery);
  const shell = useMemo(() => html && shellOf(html), [html]);
  const frame = useRef<HTMLIFrameElement>(null);
  const [main, setMain] = useState<HTMLElement | null>(null);

  const open = () => {
    const page = frame.current?.contentDocument;
    const view = page?.defaultView as (Window & typeof globalThis) | null | undefined;
    if (!page || !view) return;
    // The content security policy allows no styles in the page.
    page.adoptedStyleSheets = [pageStyles, frameStyles].map((styles) => {
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync(styles);
      return sheet;
    });
    // A link is a text here.
    page.addEventListener("click", (event) => {
      if ((event.target as Element).closest("a")) event.preventDefault();
    });
    // Keys do not leave a frame, and the help has those of the editor.
    page.addEventListener("keydown", ({ key, target, defaultPrevented }) => {
      if (key !== "?" || defaultPrevented || (target as Element).closest("input, textarea")) return;
      frame.current?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    });
    setMain(page.getElementById("content"));
  };

  return (
    <div className={styles.stage} data-device={device}>
      {shell && <iframe ref={frame} title={title} srcDoc={shell} className={styles.frame} onLoad={open} />}
      {main && createPortal(children, main)}
    </div>
  );
}

function shellOf(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const each of page.querySelectorAll("script, noscript, link[rel=preload][as=image], link[rel=canonical]"))
    each.remove();
  for (const each of page.querySelectorAll("body > :not(#root), #root > :not(main)")) each.setAttribute("inert", "");
  for (const link of page.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
  const main = page.getElementById("content");
  if (main) main.innerHTML = "";
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
