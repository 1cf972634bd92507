import type { ReactNode } from "react";
import { useState } from "react";
import { useShortcuts } from "../../hooks/use-shortcuts.ts";
import { AlbumIcon } from "../../ui/icons.tsx";
import type { MenuEntry } from "../../ui/Menu.tsx";
import { AdminPage } from "../page/AdminPage.tsx";
import type { Selection } from "../photo-grid/selection.ts";
import { PhotoPanel } from "../photo-panel/PhotoPanel.tsx";
import { AddToAlbumDialog } from "./AddToAlbumDialog.tsx";
import { isPanelFolded, rememberPanelFolded } from "./panel-fold.ts";
import { usePhotoActions } from "./photo-actions.tsx";
import { SelectionBar } from "./SelectionBar.tsx";

type PhotoScreenProps = {
  title: string;
  subtitle?: string;
  actions?: ReactNode;
  toolbar?: ReactNode;
  selection: Selection;
  /** Actions that only this screen has, such as removing photos from the album. */
  selectionActions?: MenuEntry[];
  /** The grid of photos, or the empty state. */
  children: ReactNode;
};

/** A screen of photos: the grid, the panel for the selection, and the bar of actions with their keys. */
export function PhotoScreen({ selection, selectionActions = [], children, ...page }: PhotoScreenProps) {
  const { selectedIds } = selection;
  const [isFolded, setFolded] = useState(isPanelFolded);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isChoosingAlbum, setChoosingAlbum] = useState(false);
  const actions = usePhotoActions(selectedIds);

  const fold = (folded: boolean) => {
    setFolded(folded);
    rememberPanelFolded(folded);
  };
  useShortcuts({
    f: actions.favorite.onSelect,
    s: actions.feature.onSelect,
    b: actions.collect.onSelect,
    Delete: actions.trash.onSelect,
    Backspace: actions.trash.onSelect,
    Escape: () => (isDrawerOpen ? setDrawerOpen(false) : selection.clear()),
    i: () => {
      fold(!isFolded);
      setDrawerOpen(!isDrawerOpen);
    },
  });

  return (
    <AdminPage
      {...page}
      panel={
        <PhotoPanel
          ids={selectedIds}
          isFolded={isFolded}
          isDrawerOpen={isDrawerOpen}
          onClose={() => {
            fold(true);
            setDrawerOpen(false);
          }}
          onTrash={actions.trash.onSelect}
        />
      }
      bar={
        selectedIds.length > 0 && (
          <SelectionBar
            count={selectedIds.length}
            actions={actions}
            more={[
              ...selectionActions,
              { label: "Add to album…", icon: <AlbumIcon />, onSelect: () => setChoosingAlbum(true) },
            ]}
            isPanelFolded={isFolded}
            onShowDetails={() => {
              fold(false);
              setDrawerOpen(true);
            }}
            onSelectAll={selection.selectAll}
            onClear={selection.clear}
          />
        )
      }
    >
      {children}
      {isChoosingAlbum && <AddToAlbumDialog ids={selectedIds} onClose={() => setChoosingAlbum(false)} />}
    </AdminPage>
  );
}
