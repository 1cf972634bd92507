import { useState } from "react";
import { areShortcutsOn, rememberShortcutsOn } from "../../hooks/shortcut-switch.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./ShortcutsHelp.module.css";

type Shortcut = [keys: string, action: string];

const SHORTCUTS: Record<string, Shortcut[]> = {
  "On every screen": [
    ["/", "Search"],
    ["Ctrl or ⌘ + Z", "Undo the last change, then the one before it"],
    ["Ctrl or ⌘ + Shift + Z, or Y", "Redo the change that was undone last"],
    ["?", "Show this help"],
  ],
  "Selected photos": [
    ["F", "Add to or remove from Favorites"],
    ["S", "Feature or stop featuring"],
    ["B", "Add to or remove from the quick collection"],
    ["A", "Add to an album"],
    ["M", "Move to another album"],
    ["R", "Remove from the album (on an album's page)"],
    ["Delete", "Move to trash"],
  ],
  "In a grid": [
    ["← ↑ → ↓", "Move through the photos"],
    ["Space, E or Enter", "View the photo large"],
    ["I", "Show or hide the photo panel"],
    ["Shift + arrows", "Extend the selection"],
    ["Ctrl or ⌘ + arrows", "Move without selecting"],
    ["Ctrl or ⌘ + Space", "Add to or remove from the selection"],
    ["Ctrl or ⌘ + A", "Select all"],
    ["Escape", "Clear the selection"],
    ["L, arrows, L", "Pick up a photo, move it, and put it down, where photos have an order"],
    ["P", "Change the position of the selected photos, where photos have an order"],
  ],
  "In a text of a photo": [["Ctrl or ⌘ + Enter", "Save it and go on to the next photo; in Alt text, Enter does too"]],
  "In the loupe": [
    ["← →", "Previous or next photo, or pan while zoomed in"],
    ["Z", "Zoom to real pixels, and back"],
    ["C", "Write the caption"],
    ["I", "Show or hide the texts"],
    ["Escape", "Back to the photos"],
  ],
  "On the table": [
    ["← ↑ → ↓", "Go along the line; with Shift, move what is selected"],
    ["P, S", "Pair with the next photo; split a pair or triptych"],
    ["T, Space", "Add a text; add a pause"],
    ["Enter", "Edit the text, or change the width of a pause or pair"],
    ["M, Delete", "Move to a place by its number; remove a pause or text"],
    ["+ −", "Zoom"],
  ],
  "On a page that you write": [
    ["↑ ↓, Enter, Escape", "Go from block to block; write in it; leave its text"],
    ["/", "Open the list of blocks"],
    ["Alt + ↑ or ↓", "Move the block up or down"],
    ["Delete", "Remove the block"],
    ["Ctrl or ⌘ + S", "Save now"],
  ],
};

export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areShortcutsOn);
  return (
    <Dialog title="Keyboard shortcuts" width="wide" onClose={onClose}>
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
      <div className={styles.groups}>
        {Object.entries(SHORTCUTS).map(([place, shortcuts]) => (
          <section key={place}>
            <h3>{place}</h3>
            <dl className={styles.shortcuts}>
              {shortcuts.map(([keys, action]) => (
                <div key={keys}>
                  <dt>
                    <kbd>{keys}</kbd>
                  </dt>
                  <dd>{action}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
