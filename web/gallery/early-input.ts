/** The keys that pages handle: Tab, Enter and the like belong to the browser. */
const HANDLED_KEYS = /^(ArrowLeft|ArrowRight|Escape|\S)$/;
const FIELDS = "input, textarea, select";
/** A shorter movement may be a tap that slipped. */
const SWIPE_MIN_PX = 50;

/**
 * Keeps what a visitor does before the program can respond, and repeats it in order once the program runs: buttons, keys,
 * and swipes on `[data-gestures]`, as the arrow keys that do the same. Everything that browsers do themselves (links,
 * details, popovers, forms, scrolling) passes through. Installed before anything is painted, so it is the first listener,
 * and nothing is handled twice.
 */
export function keepEarlyInput(): void {
  const kept: (() => void)[] = [];
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  const keep = (event: Event, repeat: () => void) => {
    event.stopImmediatePropagation();
    kept.push(repeat);
  };

  addEventListener(
    "click",
    (event) => {
      const button = closest<HTMLButtonElement>(event, "button[type=button]:not([popovertarget])");
      if (button) keep(event, () => button.click());
    },
    options,
  );
  addEventListener(
    "keydown",
    (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || closest(event, FIELDS)) return;
      if (!HANDLED_KEYS.test(event.key)) return;
      // Escape would stop the program from loading.
      event.preventDefault();
      keep(event, () => press(event));
    },
    options,
  );
  let down: PointerEvent | undefined;
  addEventListener(
    "pointerdown",
    (event) => {
      down = event.isPrimary ? event : undefined;
    },
    options,
  );
  addEventListener(
    "pointerup",
    (event) => {
      if (!down || !closest(event, "[data-gestures]")) return;
      const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
      const key = x < 0 ? "ArrowRight" : "ArrowLeft";
      if (Math.abs(x) > Math.max(SWIPE_MIN_PX, Math.abs(y))) keep(event, () => press({ key, bubbles: true }));
    },
    options,
  );

  new MutationObserver(() => {
    listening.abort();
    for (const repeat of kept.splice(0)) repeat();
  }).observe(document.documentElement, { attributeFilter: ["data-awake"] });
}

const press = (key: KeyboardEventInit) =>
  (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", key));

/** The target may also be the document or the window. */
function closest<Found extends Element>({ target }: Event, selector: string): Found | null | undefined {
  return (target as Partial<Element>).closest?.<Found>(selector);
}
