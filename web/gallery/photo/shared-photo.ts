/** The one name that the photo in the strip and the photo in the viewer share while one becomes the other. */
const NAME = "photo";

/** The photo goes from its place in the strip into the viewer, gliding where the browser can do that. */
export function glideOut(from: HTMLElement, open: () => void | Promise<void>) {
  if (!canGlide()) return open();
  from.style.viewTransitionName = NAME;
  const transition = document.startViewTransition(async () => {
    await open();
    // From here on the viewer's photo has the name, by its style sheet.
    from.style.viewTransitionName = "";
  });
  transition.ready.catch(standsStill);
}

/** And back: `findPlace` is asked after the viewer has closed. */
export function glideBack(close: () => void | Promise<void>, findPlace: () => HTMLElement | null) {
  if (!canGlide()) return close();
  let place: HTMLElement | null = null;
  const transition = document.startViewTransition(async () => {
    await close();
    place = findPlace();
    if (place) place.style.viewTransitionName = NAME;
  });
  transition.ready.catch(standsStill);
  transition.finished.finally(() => {
    if (place) place.style.viewTransitionName = "";
  });
}

/** The browser skips a glide that nobody would see; what was to change has changed all the same. */
const standsStill = () => {};

const canGlide = () => "startViewTransition" in document && !matchMedia("(prefers-reduced-motion: reduce)").matches;
