import { useEffect, useRef } from "react";
import { useToolbarKeys } from "../../hooks/use-toolbar-keys.ts";
import { announce } from "../../ui/Announcer.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { CloseIcon, GridIcon, MoreIcon, PanelIcon, ZoomInIcon } from "../../ui/icons.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { countPhotos } from "../data/photo-edits.ts";
import { CURRENT_TILE } from "../photo-grid/photo-keys.ts";
import type { PhotoActions } from "./photo-actions.tsx";
import styles from "./SelectionBar.module.css";

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
  const bar = useRef<HTMLDivElement>(null);
  const toolbarKeys = useToolbarKeys(bar);
  useAnnouncedCount(count);
  return (
    <div
      ref={bar}
      className={styles.bar}
      role="toolbar"
      aria-label="Selected photos"
      tabIndex={-1}
      data-photo-keys
      data-return-focus={CURRENT_TILE}
      {...toolbarKeys}
    >
      <IconButton label="Select none" icon={<CloseIcon />} onClick={onClear} />
      <strong>
        {count.toLocaleString("en")}
        <span className={styles.word}> selected</span>
      </strong>
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
    </div>
  );
}

const COUNT_PAUSE_MS = 300;

/** After a pause, for a frame that is dragged over many photos. A tile says itself that it alone is selected. */
function useAnnouncedCount(count: number): void {
  const announced = useRef(1);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (count !== announced.current) announce(`${countPhotos(count)} selected`);
      announced.current = count;
    }, COUNT_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [count]);
}
