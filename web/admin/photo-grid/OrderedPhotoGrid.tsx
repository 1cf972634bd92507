import { useDndContext } from "@dnd-kit/core";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { memo, type ReactNode, useRef } from "react";
import type { AlbumId } from "../../../contract/album-id.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { knownPhoto } from "../data/library-cache.ts";
import { photoName } from "../data/photo-name.ts";
import { photoQuery } from "../data/photos.api.ts";
import { type DropTarget, SortableArea } from "../reorder/SortableArea.tsx";
import { useSortableTile } from "../reorder/use-sortable-tile.ts";
import { useDropOnAlbum } from "./drop-on-album.ts";
import { useGridNavigation } from "./grid-navigation.ts";
import { useIndexesInView } from "./indexes-in-view.ts";
import { LoadedTile, type TilePosition } from "./LoadedTile.tsx";
import styles from "./OrderedPhotoGrid.module.css";
import { CURRENT_TILE } from "./photo-keys.ts";
import type { Selection } from "./selection.ts";
import { columnsIn, TILE_PX, useChosenTilePx, useWidth } from "./tile-size.ts";

type OrderedPhotoGridProps = {
  label: string;
  ids: PhotoId[];
  selection: Selection;
  onMove: (ids: PhotoId[], index: number) => void;
  /** Until the owner chooses. */
  usualPx?: number;
  /** The album of these photos: those whose home is another one are marked as guests. */
  albumId?: AlbumId;
  /** Marked as the cover of the album. */
  coverId?: PhotoId;
  /** A target outside the grid for dropping photos on; rendered by `children`. */
  dropTarget?: DropTarget<PhotoId>;
  children?: ReactNode;
};

/** Photos in an order set by hand, to select and to move, one or several together. */
export function OrderedPhotoGrid(props: OrderedPhotoGridProps) {
  const { label, ids, selection, onMove, usualPx = TILE_PX.usual, albumId, coverId, dropTarget, children } = props;
  const client = useQueryClient();
  const dropOnAlbum = useDropOnAlbum(albumId);
  return (
    <SortableArea
      ids={ids}
      titleOf={(id) => nameOf(client, id)}
      movingWith={(id) => (selection.isSelected(id) ? selection.selectedIds : [id])}
      onMove={onMove}
      dropTarget={dropTarget}
      onDropOnAlbum={dropOnAlbum}
      renderDragged={(id, count) => <DraggedTile id={id} count={count} />}
    >
      {(shownIds) => (
        <>
          <PhotoList
            label={label}
            ids={shownIds}
            selection={selection}
            usualPx={usualPx}
            albumId={albumId}
            coverId={coverId}
          />
          {children}
        </>
      )}
    </SortableArea>
  );
}

function nameOf(client: QueryClient, id: PhotoId): string {
  const photo = knownPhoto(client, id);
  return photo ? photoName(photo) : "";
}

type PhotoListProps = Pick<OrderedPhotoGridProps, "label" | "selection"> & {
  ids: readonly PhotoId[];
  usualPx: number;
  albumId: AlbumId | undefined;
  coverId: PhotoId | undefined;
};

function PhotoList({ label, ids, selection, usualPx, albumId, coverId }: PhotoListProps) {
  const container = useRef<HTMLDivElement>(null);
  const columns = columnsIn(useWidth(container), useChosenTilePx() ?? usualPx);
  const { active } = useDndContext();
  const { listProps, tabStop } = useGridNavigation({
    ids,
    selection,
    container,
    columns: () => columns,
  });
  const inView = useIndexesInView(container, ids.length, active !== null);

  return (
    <div
      ref={container}
      role="listbox"
      data-photo-keys
      data-return-focus={CURRENT_TILE}
      aria-label={label}
      aria-multiselectable
      className={styles.grid}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      {...listProps}
    >
      {ids.map((id, index) =>
        (index >= inView.from && index < inView.to) || id === tabStop ? (
          <MovableTile
            key={id}
            id={id}
            position={index + 1}
            count={ids.length}
            isSelected={selection.isSelected(id)}
            isTabStop={id === tabStop}
            isCover={id === coverId}
            inAlbum={albumId}
          />
        ) : (
          <div key={id} role="none" className={styles.outOfView} />
        ),
      )}
    </div>
  );
}

const MovableTile = memo(function MovableTile(tile: TilePosition) {
  const { frameRef, frameStyle, handleProps } = useSortableTile(tile.id);
  return <LoadedTile ref={frameRef} className={styles.tile} style={frameStyle} {...tile} {...handleProps} />;
});

function DraggedTile({ id, count }: { id: PhotoId; count: number }) {
  const { data: photo } = useQuery(photoQuery(id));
  return (
    <div className={styles.dragged}>
      {photo && <img src={photo.image_urls.thumb} alt="" width={300} height={300} />}
      {count > 1 && <span className={styles.count}>{count}</span>}
    </div>
  );
}
