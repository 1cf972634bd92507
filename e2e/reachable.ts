import { expect, type Page } from "@playwright/test";

/** Each control that is shown can be scrolled to and pressed: nothing else lies on its middle. Also those in a page in a frame. */
export async function expectReachable(page: Page): Promise<void> {
  const covered = await page.evaluate(() => {
    const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary";
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      getComputedStyle(element).clipPath === "none" &&
      !element.closest("[inert], [aria-hidden=true]");
    const coveredIn = (root: ParentNode, frame?: HTMLIFrameElement): string[] =>
      [...root.querySelectorAll<HTMLElement>(controls)].filter(isShown).flatMap((control) => {
        control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        // Of a link that goes on in the next line, the part in the first one.
        const { left, top, width, height } = control.getClientRects()[0] ?? control.getBoundingClientRect();
        const view = control.ownerDocument.defaultView ?? window;
        // Behind a drawer: pressed where the drawer leaves it free.
        if (width >= view.innerWidth && height >= view.innerHeight) return [];
        const [x, y] = [left + width / 2, top + height / 2];
        const name = control.getAttribute("aria-label") ?? control.textContent ?? control.id;
        const hit = control.ownerDocument.elementFromPoint(x, y);
        if (!hit || !(control.contains(hit) || hit.closest("label")?.contains(control)))
          return [`${name}: ${hit?.outerHTML.slice(0, 120) ?? "outside of the window"}`];
        const edge = frame?.getBoundingClientRect();
        const outer = edge && document.elementFromPoint(edge.left + x, edge.top + y);
        return outer === undefined || outer === frame
          ? []
          : [`${name}, in its frame: ${outer?.outerHTML.slice(0, 120)}`];
      });
    // What is behind a modal dialog is not to be pressed.
    const root = document.querySelector("dialog:modal") ?? document;
    const frames = [...root.querySelectorAll("iframe")].filter(isShown);
    return [
      ...coveredIn(root),
      ...frames.flatMap((frame) => (frame.contentDocument ? coveredIn(frame.contentDocument, frame) : [])),
    ];
  });
  expect(covered, `${page.url()} has controls that cannot be pressed`).toEqual([]);
}
