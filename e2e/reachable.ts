import { expect, type Page } from "@playwright/test";

/** Each control that is shown can be scrolled to and pressed: nothing else lies on its middle. */
export async function expectReachable(page: Page): Promise<void> {
  const covered = await page.evaluate(() => {
    const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary";
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      getComputedStyle(element).clipPath === "none" &&
      !element.closest("[inert], [aria-hidden=true]");
    // What is behind a modal dialog is not to be pressed.
    const root = document.querySelector("dialog:modal") ?? document;
    return [...root.querySelectorAll<HTMLElement>(controls)].filter(isShown).flatMap((control) => {
      control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const { left, top, width, height } = control.getBoundingClientRect();
      // Behind a drawer: pressed where the drawer leaves it free.
      if (width >= innerWidth && height >= innerHeight) return [];
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (hit && (control.contains(hit) || hit.closest("label")?.contains(control))) return [];
      const name = control.getAttribute("aria-label") ?? control.textContent ?? control.id;
      return [`${name}: ${hit?.outerHTML.slice(0, 120) ?? "outside of the window"}`];
    });
  });
  expect(covered, `${page.url()} has controls that cannot be pressed`).toEqual([]);
}
