import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * Where the keyboard is, and where it goes when that disappears. Three attributes steer it:
 * - `data-return-focus`: a selector for the element that gets the focus when something in here loses it;
 * - `data-transient`: focus comes here for a moment, and returns to where it was;
 * - `data-stays-active`: is not made inert by a modal drawer.
 */

const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled, [hidden]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

const isFocusable = (element: HTMLElement) =>
  element.isConnected &&
  !element.matches(":disabled") &&
  element.closest("[inert]") === null &&
  element.checkVisibility({ visibilityProperty: true });

const firstTabbable = (root: Element) => [...root.querySelectorAll<HTMLElement>(TABBABLE)].find(isFocusable);

/** The path from a focused element to the root, with its neighbours at each level: they outlive it. */
type Trail = {
  element: HTMLElement;
  isTransient: boolean;
  /** The selector in the innermost `data-return-focus`. */
  returnTo: string | undefined;
  /** `isInside`: within the element that has that attribute. */
  levels: { parent: Element; next: Element | null; previous: Element | null; isInside: boolean }[];
};

function trailOf(element: HTMLElement): Trail {
  const home = element.closest<HTMLElement>("[data-return-focus]");
  const levels: Trail["levels"] = [];
  for (let each: Element = element; each.parentElement && each !== document.body; each = each.parentElement) {
    const parent = each.parentElement;
    const isInside = home?.contains(parent) ?? false;
    levels.push({ parent, next: each.nextElementSibling, previous: each.previousElementSibling, isInside });
  }
  return {
    element,
    isTransient: element.closest("[data-transient]") !== null,
    returnTo: home?.dataset.returnFocus,
    levels,
  };
}

/** Focus never falls to the body: when the focused element goes away, its nearest neighbour gets it. */
export function useFocusGuard(): void {
  useEffect(() => {
    let trail: Trail | undefined;
    // The last one outside of messages.
    let settled: Trail | undefined;
    let frame = 0;

    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === document.body) return;
      trail = trailOf(target);
      if (!trail.isTransient) settled = trail;
    };
    const check = () => {
      frame = 0;
      // A click on the background also takes the focus away, on purpose: the element is still there then.
      if (!trail || document.activeElement !== document.body || isFocusable(trail.element)) return;
      successorOf(trail.isTransient ? (settled ?? trail) : trail)?.focus();
    };
    const checkSoon = () => {
      // A message that is dismissed gives the focus back at once: the next key may follow at once, too.
      if (trail?.isTransient && !trail.element.isConnected && document.activeElement === document.body) {
        giveBack(settled?.element ?? null);
      }
      if (frame !== 0) return;
      // After the frame: only then is a button that was disabled out of focus, and its successor in place.
      frame = requestAnimationFrame(() => setTimeout(check));
    };
    const changes = new MutationObserver(checkSoon);
    document.addEventListener("focusin", remember);
    document.addEventListener("focusout", checkSoon);
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled", "inert", "open"] });
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      document.removeEventListener("focusin", remember);
      document.removeEventListener("focusout", checkSoon);
    };
  }, []);
}

function successorOf({ element, returnTo, levels }: Trail): HTMLElement | undefined {
  const dialog = [...document.querySelectorAll<HTMLElement>("dialog[open]")].at(-1);
  const mayTake = (candidate: HTMLElement | null | undefined): candidate is HTMLElement =>
    !!candidate &&
    isFocusable(candidate) &&
    candidate.closest("[data-transient]") === null &&
    (!dialog || dialog.contains(candidate));

  if (mayTake(element)) return element;
  const chosen = returnTo ? document.querySelector<HTMLElement>(returnTo) : undefined;
  for (const { parent, next, previous, isInside } of levels) {
    if (!isInside && mayTake(chosen)) return chosen;
    if (parent.isConnected && parent !== document.body) {
      for (const sibling of nearest(parent, next, previous)) {
        const candidate = nearestIn(sibling);
        if (mayTake(candidate)) return candidate;
      }
    }
    // A screen that is gone continues in the next one, not in the sidebar; a dialog that is gone, in what was behind it.
    if (parent.matches("main") || (parent.isConnected && parent.matches("dialog"))) break;
  }
  return dialog ? firstTabbable(dialog) : (document.querySelector<HTMLElement>("main h1") ?? undefined);
}

/** What came after it, then what came before it, nearest first. */
function* nearest(parent: Element, next: Element | null, previous: Element | null): Generator<Element> {
  for (let each = next; each?.parentElement === parent; each = each.nextElementSibling) yield each;
  for (let each = previous; each?.parentElement === parent; each = each.previousElementSibling) yield each;
}

const nearestIn = (element: Element) =>
  element instanceof HTMLElement && element.matches(TABBABLE) ? element : firstTabbable(element);

type Overlay = {
  isOpen: boolean;
  /** Whether the page behind it is out of reach. */
  isModal: boolean;
  onClose: () => void;
  /** What gets the focus afterwards, where that is not what had it before. */
  returnTo?: () => HTMLElement | null;
};

/** A drawer over the page: focus goes in, Escape closes it, and focus returns to where it was. */
export function useOverlay(root: RefObject<HTMLElement | null>, { isOpen, isModal, onClose, returnTo }: Overlay): void {
  const close = useEffectEvent(onClose);
  const successor = useEffectEvent((opener: Element | null) => returnTo?.() ?? opener);
  useEffect(() => {
    const element = root.current;
    if (!isOpen || !element) return;
    const opener = document.activeElement;
    const covered = isModal ? othersThan(element) : [];
    for (const each of covered) each.inert = true;
    (element.matches("[data-focus-first]") ? element : firstTabbable(element))?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Node && element.contains(event.target);
      if (event.key !== "Escape" || event.defaultPrevented || !isInside) return;
      event.preventDefault();
      close();
    };
    // On the window, so that a field in the drawer gets its own Escape first.
    window.addEventListener("keydown", onKeyDown);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      for (const each of covered) each.inert = false;
      if (element.contains(document.activeElement) || document.activeElement === document.body) {
        giveBack(successor(opener));
      }
    };
  }, [isOpen, isModal, root]);
}

/** Where the opener is gone, the guard finds another place. */
export function giveBack(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener !== document.body && isFocusable(opener)) opener.focus();
}

/** Everything beside the element and beside its ancestors. */
function othersThan(element: HTMLElement): HTMLElement[] {
  const others: HTMLElement[] = [];
  for (let each = element; each.parentElement && each !== document.body; each = each.parentElement) {
    for (const sibling of each.parentElement.children) {
      const isOther = sibling !== each && sibling instanceof HTMLElement && !sibling.inert;
      if (isOther && !sibling.matches("script, [data-stays-active]")) others.push(sibling);
    }
  }
  return others;
}
