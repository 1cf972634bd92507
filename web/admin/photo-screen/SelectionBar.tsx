import { Button, IconButton } from "../../ui/Button.tsx";
import { CloseIcon, MoreIcon, PanelIcon } from "../../ui/icons.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import type { PhotoActions } from "./photo-actions.tsx";
import styles from "./SelectionBar.module.css";

type SelectionBarProps = {
  count: number;
  actions: PhotoActions;
  more: MenuEntry[];
  isPanelFolded: boolean;
  onShowDetails: () => void;
  onSelectAll: () => void;
  onClear: () => void;
};

export function SelectionBar({
  count,
  actions,
  more,
  isPanelFolded,
  onShowDetails,
  onSelectAll,
  onClear,
}: SelectionBarProps) {
  const { favorite, feature, collect, makePublic, makePrivate, trash } = actions;
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected photos">
      <IconButton label="Select none" icon={<CloseIcon />} onClick={onClear} />
      <strong aria-live="polite">{count.toLocaleString("en")} selected</strong>
      <span className={styles.buttons}>
        {[favorite, feature, collect, trash].map(({ label, icon, shortcut, onSelect }) => (
          <Button
            key={label}
            kind="quiet"
            icon={icon}
            title={`${label} (${shortcut})`}
            aria-label={label}
            onClick={onSelect}
          >
            <span className={styles.label}>{label}</span>
          </Button>
        ))}
      </span>
      <IconButton
        label="Details"
        icon={<PanelIcon />}
        onClick={onShowDetails}
        className={isPanelFolded ? undefined : styles.inDrawer}
      />
      <Menu
        label="More actions"
        icon={<MoreIcon />}
        opens="up"
        entries={[...more, makePublic, makePrivate, { label: "Select all", shortcut: "Ctrl A", onSelect: onSelectAll }]}
      />
    </div>
  );
}
