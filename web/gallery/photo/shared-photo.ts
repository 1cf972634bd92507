/** The photo in the strip and the photo in the viewer share this name during a view transition. */
const NAME = "photo";

/** Opens the viewer; the photo glides from the strip into it where the browser supports that. */
export function glideOut(from: HTMLElement, open: () => void | Promise<void>) {
  if (!canGlide()) return open();
  from.style.viewTransitionName = NAME;
  const transition = document.startViewTransition(async () => {
    await open();
    // Now the viewer's photo has the name, from its style sheet.
    from.style.viewTransitionName = "";
  });
  transition.ready.catch(ignoreSkipped);
}

/** Closes the viewer; the photo glides to the element that `findTarget` finds after closing. */
export function glideBack(close: () => void | Promise<void>, findTarget: () => HTMLElement | null) {
  if (!canGlide()) return close();
  let target: HTMLElement | null = null;
  const transition = document.startViewTransition(async () => {
    await close();
    target = findTarget();
    if (target) target.style.viewTransitionName = NAME;
  });
  transition.ready.catch(ignoreSkipped);
  transition.finished.finally(() => {
    if (target) target.style.viewTransitionName = "";
  });
}

/** The browser may skip an animation; the page has changed all the same. */
const ignoreSkipped = () => {};

const canGlide = () => "startViewTransition" in document && !matchMedia("(prefers-reduced-motion: reduce)").matches;
