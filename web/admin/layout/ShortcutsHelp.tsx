import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./ShortcutsHelp.module.css";

const SHORTCUTS: [keys: string, action: string][] = [
  ["F", "Favorite, or no favorite any more"],
  ["S", "Feature, or stop featuring"],
  ["B", "Into the quick collection, or out of it"],
  ["Delete", "Move to trash"],
  ["Ctrl or ⌘ + Z", "Undo, as long as the message offers it"],
  ["I", "Show or hide the photo panel"],
  ["← ↑ → ↓", "Move through the photos"],
  ["Enter", "Select the photo that has the focus"],
  ["Shift + arrows", "Extend the selection"],
  ["Ctrl or ⌘ + arrows", "Move without selecting"],
  ["Ctrl or ⌘ + Space", "Add to the selection, or take out"],
  ["Ctrl or ⌘ + A", "Select all"],
  ["Escape", "Select none"],
  ["R", "Remove from the album, on an album's screen"],
  ["Space, arrows, Space", "Move a photo to another place, where photos have an order"],
  ["/", "Search"],
  ["?", "This help"],
];

export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
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
