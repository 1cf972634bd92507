import { useDndContext } from "@dnd-kit/core";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { memo, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { knownPhoto } from "../data/library-cache.ts";
import { photoName } from "../data/photo-name.ts";
import { photoQuery } from "../data/photos.api.ts";
import { type DropTarget, SortableArea } from "../reorder/SortableArea.tsx";
import { useSortableTile } from "../reorder/use-sortable-tile.ts";
import { useGridNavigation } from "./grid-navigation.ts";
import { useIndexesInView } from "./indexes-in-view.ts";
import { LoadedTile, type TilePosition } from "./LoadedTile.tsx";
import styles from "./OrderedPhotoGrid.module.css";
import type { Selection } from "./selection.ts";

type OrderedPhotoGridProps = {
  label: string;
  ids: PhotoId[];
  selection: Selection;
  onMove: (ids: PhotoId[], index: number) => void;
  /** An album has columns of 300 px; elsewhere they are smaller and fill the width. */
  columns?: "album" | "fill";
  /** A target outside the grid for dropping photos on; rendered by `children`. */
  dropTarget?: DropTarget<PhotoId>;
  children?: ReactNode;
};

/** Photos in an order set by hand, to select and to move, one or several together. */
export function OrderedPhotoGrid(props: OrderedPhotoGridProps) {
  const { label, ids, selection, onMove, columns = "fill", dropTarget, children } = props;
  const client = useQueryClient();
  return (
    <SortableArea
      ids={ids}
      titleOf={(id) => nameOf(client, id)}
      movingWith={(id) => (selection.isSelected(id) ? selection.selectedIds : [id])}
      onMove={onMove}
      dropTarget={dropTarget}
      renderDragged={(id, count) => <DraggedTile id={id} count={count} />}
    >
      {(shownIds) => (
        <>
          <PhotoList label={label} ids={shownIds} selection={selection} columns={columns} />
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
  columns: "album" | "fill";
};

function PhotoList({ label, ids, selection, columns }: PhotoListProps) {
  const container = useRef<HTMLDivElement>(null);
  const { active } = useDndContext();
  const { listProps, tabStop } = useGridNavigation({
    ids,
    selection,
    container,
    columns: () => columnsOf(container.current),
    isOrderable: true,
  });
  const albumColumns = useAlbumColumns(container);
  const inView = useIndexesInView(container, ids.length, active !== null);

  return (
    <div
      ref={container}
      role="listbox"
      aria-label={label}
      aria-multiselectable
      className={`${styles.grid} ${styles[columns]}`}
      style={
        columns === "album"
          ? { gridTemplateColumns: `repeat(${albumColumns}, minmax(0, ${ALBUM_COLUMN_PX}px))` }
          : undefined
      }
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
          />
        ) : (
          <div key={id} role="none" className={styles.outOfView} />
        ),
      )}
    </div>
  );
}

/** As many columns of 300 px as fit, or one more, slightly narrower, if most of a column would be left empty. */
function useAlbumColumns(grid: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const measure = () =>
      setColumns(Math.max(1, Math.round((element.clientWidth + GAP_PX) / (ALBUM_COLUMN_PX + GAP_PX))));
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, [grid]);
  return columns;
}

const ALBUM_COLUMN_PX = 300;
const GAP_PX = 10;

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

function columnsOf(grid: HTMLElement | null): number {
  return grid ? getComputedStyle(grid).gridTemplateColumns.split(" ").length : 1;
}
