import { useQueries } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { PAGE_MAX_PHOTOS } from "../../../contract/limits.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { useShortcuts } from "../../hooks/use-shortcuts.ts";
import { AlbumIcon, MoveIcon, RoomIcon } from "../../ui/icons.tsx";
import type { MenuEntry } from "../../ui/Menu.tsx";
import { photoQuery } from "../data/photos.api.ts";
import { AdminPage } from "../page/AdminPage.tsx";
import { PHOTO_KEYS } from "../photo-grid/photo-keys.ts";
import type { Selection } from "../photo-grid/selection.ts";
import { TileControls } from "../photo-grid/TileControls.tsx";
import { ALBUM_TILE_PX } from "../photo-grid/tile-size.ts";
import { PhotoPanel } from "../photo-panel/PhotoPanel.tsx";
import { MakeRoom } from "../room-dialogs/MakeRoom.tsx";
import { AlbumTargetDialog } from "./AlbumTargetDialog.tsx";
import { PhotoLoupe } from "./PhotoLoupe.tsx";
import { isPanelFolded, rememberPanelFolded } from "./panel-fold.ts";
import { usePhotoActions } from "./photo-actions.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { useSelectNext } from "./select-next.ts";

type PhotoScreenProps = {
  title: string;
  subtitle?: string;
  actions?: ReactNode;
  toolbar?: ReactNode;
  selection: Selection;
  /** Without photos to select there is no choice of their size, and no panel unless that has facts. */
  hasGrid?: boolean;
  /** The album whose photos these are, if any. */
  album?: AdminAlbum;
  /** What the panel shows while no photo is selected. */
  facts?: ReactNode;
  /** What the panel shows about one selected photo, besides what the library knows. */
  aboutPhoto?: (id: PhotoId) => ReactNode;
  /** Actions that only this screen has, such as removing photos from the album. */
  selectionActions?: MenuEntry[];
  /** The grid of photos, or the empty state. */
  children: ReactNode;
};

/** A screen of photos: the grid, the panel for the selection, and the bar of actions with their keys. */
export function PhotoScreen(props: PhotoScreenProps) {
  const { selection, hasGrid = true, album, facts, aboutPhoto, selectionActions = [], children, ...page } = props;
  const { selectedIds, chosen } = selection;
  const sentAwayIds = useSentAway(selection);
  const shownIds = selectedIds.length > 0 ? selectedIds : sentAwayIds;
  const [isFolded, setFolded] = useState(isPanelFolded);
  // The selection that the panel was closed for: the next one opens it again.
  const [closedFor, setClosedFor] = useState<Selection["chosen"] | null>(null);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [choosingAlbum, setChoosingAlbum] = useState<"add" | "move" | null>(null);
  const { viewed } = selection;
  const actedOnIds = viewed === null ? shownIds : [viewed];
  const actions = usePhotoActions(actedOnIds);
  const chooseAlbum = (mode: "add" | "move") => {
    if (actedOnIds.length > 0) setChoosingAlbum(mode);
  };
  const [isMakingRoom, setMakingRoom] = useState(false);

  const fold = (folded: boolean) => {
    setFolded(folded);
    rememberPanelFolded(folded);
  };
  const selectNext = useSelectNext(selection);
  const view = () => {
    const id = selectedIds.find((each) => each === selection.current) ?? selectedIds[0] ?? selection.current;
    if (id !== null) selection.view(id);
  };
  const keys = {
    e: view,
    f: actions.favorite.onSelect,
    s: actions.feature.onSelect,
    b: actions.collect.onSelect,
    a: () => chooseAlbum("add"),
    m: () => chooseAlbum("move"),
    Delete: actions.trash.onSelect,
    Escape: () => (isDrawerOpen ? setDrawerOpen(false) : selection.clear()),
    i: () => {
      fold(!isFolded);
      setClosedFor(null);
      setDrawerOpen(!isDrawerOpen);
    },
  };
  useShortcuts(keys, { within: PHOTO_KEYS });

  return (
    <AdminPage
      {...page}
      actions={
        <>
          {page.actions}
          {hasGrid && <TileControls usualPx={album && ALBUM_TILE_PX} />}
        </>
      }
      panel={
        (hasGrid || facts || shownIds.length > 0) && (
          <PhotoPanel
            // Behind the loupe it only keeps its place.
            ids={viewed === null ? shownIds : []}
            isFolded={isFolded || closedFor === chosen}
            isDrawerOpen={isDrawerOpen}
            onClose={() => {
              setClosedFor(chosen);
              setDrawerOpen(false);
            }}
            onFold={() => fold(true)}
            onNext={selectNext}
            whileNothing={facts}
            aboutPhoto={aboutPhoto}
          />
        )
      }
      bar={
        viewed === null &&
        selectedIds.length > 0 && (
          <SelectionBar
            ids={selectedIds}
            actions={actions}
            more={[
              ...selectionActions,
              { label: "Add to album…", icon: <AlbumIcon />, shortcut: "A", onSelect: () => chooseAlbum("add") },
              { label: "Move to album…", icon: <MoveIcon />, shortcut: "M", onSelect: () => chooseAlbum("move") },
              { label: "Make a viewing room…", icon: <RoomIcon />, onSelect: () => setMakingRoom(true) },
            ]}
            isPanelFolded={isFolded || closedFor === chosen}
            onShowDetails={() => {
              fold(false);
              setClosedFor(null);
              setDrawerOpen(true);
            }}
            onView={view}
            onSelectAll={selection.selectAll}
            onClear={selection.clear}
          />
        )
      }
    >
      {children}
      {viewed !== null && <PhotoLoupe current={viewed} selection={selection} actions={actions} />}
      {isMakingRoom && (
        <MakeRoom
          source={{ title: page.title, count: selectedIds.length, photo_ids: selectedIds }}
          onClose={() => setMakingRoom(false)}
        />
      )}
      {choosingAlbum && (
        <AlbumTargetDialog mode={choosingAlbum} ids={actedOnIds} from={album} onClose={() => setChoosingAlbum(null)} />
      )}
    </AdminPage>
  );
}

/** Photos that an edit has taken out of their album: the panel stays on them, so that another can be chosen. */
function useSentAway({ selectedIds, departedIds }: Selection): PhotoId[] {
  const ids = selectedIds.length > 0 ? [] : departedIds.slice(0, PAGE_MAX_PHOTOS);
  return useQueries({
    queries: ids.map(photoQuery),
    combine: (results) =>
      results.flatMap(({ data }) => (data && data.album_id === null && !data.deleted ? [data.id] : [])),
  });
}
