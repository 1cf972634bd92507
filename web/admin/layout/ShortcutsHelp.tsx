import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./ShortcutsHelp.module.css";

const SHORTCUTS: [keys: string, action: string][] = [
  ["F", "Add to or remove from Favorites"],
  ["S", "Feature or stop featuring"],
  ["B", "Add to or remove from the quick collection"],
  ["Delete", "Move to trash"],
  ["Ctrl or ⌘ + Z", "Undo, while the message offers it"],
  ["I", "Show or hide the photo panel"],
  ["← ↑ → ↓", "Move through the photos"],
  ["Enter", "Select the focused photo"],
  ["Shift + arrows", "Extend the selection"],
  ["Ctrl or ⌘ + arrows", "Move without selecting"],
  ["Ctrl or ⌘ + Space", "Add to or remove from the selection"],
  ["Ctrl or ⌘ + A", "Select all"],
  ["Escape", "Clear the selection"],
  ["R", "Remove from the album (on an album's page)"],
  ["Space, arrows, Space", "Move a photo, where photos can be reordered"],
  ["/", "Search"],
  ["?", "Show this help"],
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
