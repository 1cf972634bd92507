import { useDeferredValue } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { CollectionIcon, GridIcon, HeartIcon, MoreIcon, PanelIcon, StarIcon, ZoomInIcon } from "../../ui/icons.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import type { Flag } from "../data/collections.ts";
import { CURRENT_TILE } from "../photo-grid/photo-keys.ts";
import { useSelectedPhotos } from "../photo-panel/selected-photos.ts";
import { sharedValue } from "../photo-panel/shared-value.ts";
import type { PhotoActions } from "./photo-actions.tsx";
import styles from "./SelectionBar.module.css";
import { SelectionToolbar } from "./SelectionToolbar.tsx";

type SelectionBarProps = {
  ids: PhotoId[];
  actions: PhotoActions;
  more: MenuEntry[];
  isPanelFolded: boolean;
  onView: () => void;
  onShowDetails: () => void;
  onSelectAll: () => void;
  onClear: () => void;
};

export function SelectionBar({
  ids,
  actions,
  more,
  isPanelFolded,
  onView,
  onShowDetails,
  onSelectAll,
  onClear,
}: SelectionBarProps) {
  const { favorite, feature, collect, trash } = actions;
  const flags = useFlags(ids);
  const buttons = [
    { ...favorite, isOn: flags.favorite, icon: <HeartIcon filled={flags.favorite === true} /> },
    { ...feature, isOn: flags.featured, icon: <StarIcon filled={flags.featured === true} /> },
    { ...collect, isOn: flags.quick_collection, icon: <CollectionIcon filled={flags.quick_collection === true} /> },
    { ...trash, isOn: undefined },
  ];
  return (
    <SelectionToolbar count={ids.length} returnFocus={CURRENT_TILE} hasPhotoKeys onClear={onClear}>
      <span className={styles.buttons}>
        {buttons.map(({ label, icon, shortcut, isOn, onSelect }) => (
          <Button
            key={label}
            kind="quiet"
            icon={icon}
            title={`${label} (${shortcut})`}
            aria-label={label}
            aria-pressed={isOn}
            aria-keyshortcuts={shortcut}
            onClick={onSelect}
          >
            <span className={styles.label}>{label}</span>
          </Button>
        ))}
      </span>
      <IconButton
        label="View large"
        title="View large (E)"
        aria-keyshortcuts="E"
        icon={<ZoomInIcon />}
        onClick={onView}
      />
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
        entries={[...more, { label: "Select all", icon: <GridIcon />, shortcut: "Control A", onSelect: onSelectAll }]}
      />
    </SelectionToolbar>
  );
}

/** Whether the photos have a mark: all, none, or only some. */
function useFlags(ids: PhotoId[]) {
  // Selecting stays instant, even when a frame is dragged over hundreds of photos.
  const { photos } = useSelectedPhotos(useDeferredValue(ids));
  const flag = (field: Flag) => {
    const shared = photos.length > 0 ? sharedValue(photos, (photo) => photo[field]) : { value: false };
    return shared === "mixed" ? shared : shared.value;
  };
  return { favorite: flag("favorite"), featured: flag("featured"), quick_collection: flag("quick_collection") };
}
