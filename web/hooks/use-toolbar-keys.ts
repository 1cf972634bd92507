import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";

/** A toolbar is one tab stop: arrows, Home and End move between its buttons. */
export function useToolbarKeys(toolbar: RefObject<HTMLElement | null>) {
  const current = useRef<HTMLElement | null>(null);

  const setStop = () => {
    const buttons = buttonsOf(toolbar.current);
    const stop = buttons.find((button) => button === current.current) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  };
  useEffect(setStop);

  const onFocus = ({ target }: { target: EventTarget }) => {
    if (target instanceof HTMLElement) current.current = target;
    setStop();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = buttonsOf(toolbar.current);
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || at === -1) return;
    event.preventDefault();
    buttons[(to + buttons.length) % buttons.length]?.focus();
  };
  return { onFocus, onKeyDown };
}

function buttonsOf(toolbar: HTMLElement | null): HTMLButtonElement[] {
  const all = toolbar?.querySelectorAll<HTMLButtonElement>("button:not([role=menuitem], :disabled)") ?? [];
  // A hidden button cannot be the tab stop.
  return [...all].filter((button) => button.checkVisibility());
}
