import { useState } from "react";
import { areShortcutsOn, rememberShortcutsOn } from "../../hooks/shortcut-switch.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./ShortcutsHelp.module.css";

const SHORTCUTS: [keys: string, action: string][] = [
  ["F", "Add to or remove from Favorites"],
  ["S", "Feature or stop featuring"],
  ["B", "Add to or remove from the quick collection"],
  ["A", "Add to an album"],
  ["M", "Move to another album"],
  ["Delete", "Move to trash"],
  ["Ctrl or ⌘ + Z", "Undo the last change, then the one before it"],
  ["Ctrl or ⌘ + Shift + Z, or Y", "Redo the change that was undone last"],
  ["I", "Show or hide the photo panel"],
  ["← ↑ → ↓", "Move through the photos"],
  ["Space, E or Enter", "View the photo large"],
  ["Shift + arrows", "Extend the selection"],
  ["Ctrl or ⌘ + arrows", "Move without selecting"],
  ["Ctrl or ⌘ + Space", "Add to or remove from the selection"],
  ["Ctrl or ⌘ + A", "Select all"],
  ["Escape", "Clear the selection"],
  ["In the loupe: ← →", "Previous or next photo, or pan while zoomed in"],
  ["In the loupe: Z", "Zoom to real pixels, and back"],
  ["In the loupe: C", "Write the caption"],
  ["In the loupe: I", "Show or hide the texts"],
  ["In the loupe: Escape", "Back to the photos"],
  ["Ctrl or ⌘ + Enter in a text", "Save it and go on to the next photo; in Alt text, Enter does too"],
  ["R", "Remove from the album (on an album's page)"],
  ["L, arrows, L", "Pick up a photo, move it, and put it down, where photos have an order"],
  ["P", "Change the position of the selected photos, where photos have an order"],
  ["On the table: ← ↑ → ↓", "Go along the line; with Shift, move what is selected"],
  ["On the table: P, S", "Pair with the next photo; split a pair or triptych"],
  ["On the table: T, Space", "Add a text; add a pause"],
  ["On the table: Enter", "Edit the text, or change the width of a pause or pair"],
  ["On the table: M, Delete", "Move to a place by its number; remove a pause or text"],
  ["On the table: + −", "Zoom"],
  ["On a page: ↑ ↓, Enter, Escape", "Go from block to block; write in it; leave its text"],
  ["On a page: /", "Open the list of blocks"],
  ["On a page: Alt + ↑ or ↓", "Move the block up or down"],
  ["On a page: Delete", "Remove the block"],
  ["On a page: Ctrl or ⌘ + S", "Save now"],
  ["/", "Search"],
  ["?", "Show this help"],
];

export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areShortcutsOn);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setOn(target.checked);
            rememberShortcutsOn(target.checked);
          }}
        />
        Use single keys as shortcuts
      </label>
      <p className={styles.scope}>Keys for photos work while the focus is in the photos, their toolbar or the loupe.</p>
      <dl className={styles.shortcuts}>
        {SHORTCUTS.map(([keys, action]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
