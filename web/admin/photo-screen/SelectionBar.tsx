import { Button, IconButton } from "../../ui/Button.tsx";
import { GridIcon, MoreIcon, PanelIcon, ZoomInIcon } from "../../ui/icons.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { CURRENT_TILE } from "../photo-grid/photo-keys.ts";
import type { PhotoActions } from "./photo-actions.tsx";
import styles from "./SelectionBar.module.css";
import { SelectionToolbar } from "./SelectionToolbar.tsx";

type SelectionBarProps = {
  count: number;
  actions: PhotoActions;
  more: MenuEntry[];
  isPanelFolded: boolean;
  onView: () => void;
  onShowDetails: () => void;
  onSelectAll: () => void;
  onClear: () => void;
};

export function SelectionBar({
  count,
  actions,
  more,
  isPanelFolded,
  onView,
  onShowDetails,
  onSelectAll,
  onClear,
}: SelectionBarProps) {
  const { favorite, feature, collect, makePublic, makePrivate, trash } = actions;
  return (
    <SelectionToolbar count={count} returnFocus={CURRENT_TILE} hasPhotoKeys onClear={onClear}>
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
      <IconButton label="View large" title="View large (E)" icon={<ZoomInIcon />} onClick={onView} />
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
        entries={[
          ...more,
          makePublic,
          makePrivate,
          { label: "Select all", icon: <GridIcon />, shortcut: "Ctrl A", onSelect: onSelectAll },
        ]}
      />
    </SelectionToolbar>
  );
}
