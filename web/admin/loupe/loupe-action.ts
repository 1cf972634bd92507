import type { MenuEntry } from "../../ui/Menu.tsx";

/** What can be done with the photo in the loupe, by button and by key. */
export type LoupeAction = MenuEntry & {
  /** As `useShortcuts` names it. */
  key: string;
  /** For what is on or off, such as a favorite. */
  isOn?: boolean;
};
