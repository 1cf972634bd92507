import { useDndContext } from "@dnd-kit/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { useGridNavigation } from "../photo-grid/grid-navigation.ts";
import { PhotoTile } from "../photo-grid/PhotoTile.tsx";
import { knownPhoto, photoQuery } from "../photo-grid/photos.api.ts";
import type { Selection } from "../photo-grid/selection.ts";
import { SortableArea } from "../reorder/SortableArea.tsx";
import { useSortableTile } from "../reorder/use-sortable-tile.ts";
import styles from "./AlbumGrid.module.css";
import { REMOVE_TARGET_ID, RemoveTarget } from "./RemoveTarget.tsx";

type AlbumGridProps = {
  label: string;
  ids: PhotoId[];
  selection: Selection;
  onMove: (ids: PhotoId[], index: number) => void;
  onRemove: (ids: PhotoId[]) => void;
};

/** An album's photos in their order, to select, to move and to take out. */
export function AlbumGrid({ label, ids, selection, onMove, onRemove }: AlbumGridProps) {
  const client = useQueryClient();
  return (
    <SortableArea
      ids={ids}
      titleOf={(id) => knownPhoto(client, id)?.title ?? ""}
      movingWith={(id) => (selection.isSelected(id) ? selection.selectedIds : [id])}
      onMove={onMove}
      dropTarget={{ id: REMOVE_TARGET_ID, announcement: "Drop here to remove from the album.", onDrop: onRemove }}
      renderDragged={(id, count) => <DraggedTile id={id} count={count} />}
    >
      <PhotoList label={label} ids={ids} selection={selection} />
      <RemoveTarget />
    </SortableArea>
  );
}

function PhotoList({ label, ids, selection }: Pick<AlbumGridProps, "label" | "ids" | "selection">) {
  const container = useRef<HTMLDivElement>(null);
  const { active } = useDndContext();
  const { listProps, tabStop } = useGridNavigation({
    ids,
    selection,
    container,
    columns: () => columnsOf(container.current),
    isOrderable: true,
  });

  return (
    <div
      ref={container}
      role="listbox"
      aria-label={label}
      aria-multiselectable
      className={styles.grid}
      {...listProps}
      // While a photo is carried, the arrows move that photo, not the selection.
      onKeyDown={active ? undefined : listProps.onKeyDown}
    >
      {ids.map((id, index) => (
        <AlbumTile
          key={id}
          id={id}
          position={index + 1}
          count={ids.length}
          isSelected={selection.isSelected(id)}
          isTabStop={id === tabStop}
        />
      ))}
    </div>
  );
}

type AlbumTileProps = { id: PhotoId; position: number; count: number; isSelected: boolean; isTabStop: boolean };

function AlbumTile({ id, position, count, isSelected, isTabStop }: AlbumTileProps) {
  const { data: photo } = useQuery(photoQuery(id));
  const { frameRef, frameStyle, handleProps } = useSortableTile(id);
  return (
    <PhotoTile
      ref={frameRef}
      photoId={id}
      photo={photo}
      isSelected={isSelected}
      isTabStop={isTabStop}
      aria-posinset={position}
      aria-setsize={count}
      className={styles.tile}
      style={frameStyle}
      {...handleProps}
    />
  );
}

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
