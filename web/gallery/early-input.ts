/** The keys that pages answer: Tab, Enter and the like belong to the browser. */
const ANSWERED_KEYS = /^(ArrowLeft|ArrowRight|Escape|\S)$/;
const FIELDS = "input, textarea, select";
const POINTER_EVENTS = ["pointerdown", "pointermove", "pointerup", "pointercancel"] as const;

/**
 * Keeps what a visitor does before the program can answer, and repeats it in order once the program runs: buttons, keys,
 * and gestures on `[data-gestures]`. Everything that browsers do themselves (links, details, popovers, forms, scrolling)
 * passes through. Installed before anything is painted, so it is the first listener, and nothing is handled twice.
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
      if (!ANSWERED_KEYS.test(event.key)) return;
      // Escape would stop the program from loading.
      event.preventDefault();
      keep(event, () => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", event)));
    },
    options,
  );
  for (const type of POINTER_EVENTS) {
    addEventListener(
      type,
      (event) => {
        const place = closest(event, "[data-gestures]");
        if (place) keep(event, () => place.dispatchEvent(copyOf(event)));
      },
      options,
    );
  }

  new MutationObserver(() => {
    listening.abort();
    for (const repeat of kept.splice(0)) repeat();
  }).observe(document.documentElement, { attributeFilter: ["data-awake"] });
}

/** With its original time, which tells a swipe from a slow drag and a double tap from two taps. */
function copyOf(event: PointerEvent): PointerEvent {
  return Object.defineProperty(new PointerEvent(event.type, event), "timeStamp", { value: event.timeStamp });
}

/** The target may also be the document or the window. */
function closest<Found extends Element>({ target }: Event, selector: string): Found | null | undefined {
  return (target as Partial<Element>).closest?.<Found>(selector);
}
