import { memo, useRef } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { useGridNavigation } from "./grid-navigation.ts";
import { LoadedTile, type TilePosition } from "./LoadedTile.tsx";
import { Marquee } from "./Marquee.tsx";
import { PhotoDrag } from "./PhotoDrag.tsx";
import styles from "./PhotoGrid.module.css";
import { CURRENT_TILE } from "./photo-keys.ts";
import type { Selection } from "./selection.ts";
import { GAP_PX, TILE_PX, useChosenTilePx } from "./tile-size.ts";
import { useVisibleRows } from "./visible-rows.ts";

type PhotoGridProps = {
  label: string;
  ids: PhotoId[];
  selection: Selection;
};

/** Any number of photos to select from: only rows in view are rendered, and only their photos are loaded. */
export function PhotoGrid({ label, ids, selection }: PhotoGridProps) {
  const container = useRef<HTMLDivElement>(null);
  const { columns, rowPx, tileSizePx, firstRow, lastRow, rowsPerPage, revealRow } = useVisibleRows(container, {
    count: ids.length,
    tilePx: useChosenTilePx() ?? TILE_PX.usual,
  });
  const { listProps, tabStop } = useGridNavigation({
    ids,
    selection,
    container,
    columns: () => columns,
    rowsPerPage: () => rowsPerPage,
    reveal: (index) => revealRow(Math.floor(index / columns)),
  });

  const indexes = visibleIndexes(firstRow * columns, Math.min(ids.length, (lastRow + 1) * columns), ids, tabStop);
  const boxOf = (index: number) => ({
    left: (index % columns) * (tileSizePx + GAP_PX),
    top: Math.floor(index / columns) * rowPx,
    size: tileSizePx,
  });

  return (
    <PhotoDrag ids={ids} selection={selection}>
      <Marquee container={container} ids={ids} columns={columns} rowPx={rowPx} gapPx={GAP_PX} selection={selection}>
        <div
          ref={container}
          role="listbox"
          data-photo-keys
          data-return-focus={CURRENT_TILE}
          aria-multiselectable
          aria-label={label}
          className={styles.grid}
          style={{ height: Math.max(0, Math.ceil(ids.length / columns) * rowPx - GAP_PX) }}
          {...listProps}
        >
          {tileSizePx > 0 &&
            indexes.map((index) => {
              const id = ids[index];
              if (id === undefined) return null;
              return (
                <GridTile
                  key={id}
                  id={id}
                  position={index + 1}
                  count={ids.length}
                  isSelected={selection.isSelected(id)}
                  isTabStop={id === tabStop}
                  {...boxOf(index)}
                />
              );
            })}
        </div>
      </Marquee>
    </PhotoDrag>
  );
}

/** The rows in view, and the tab stop, so that scrolling away does not lose the keyboard position. */
function visibleIndexes(from: number, to: number, ids: PhotoId[], tabStop: PhotoId | undefined): number[] {
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
  const stop = tabStop === undefined ? -1 : ids.indexOf(tabStop);
  return stop === -1 || (stop >= from && stop < to) ? indexes : [...indexes, stop];
}

type GridTileProps = TilePosition & { left: number; top: number; size: number };

const GridTile = memo(function GridTile({ left, top, size, ...tile }: GridTileProps) {
  const style = { width: size, height: size, transform: `translate(${left}px, ${top}px)` };
  return <LoadedTile className={styles.tile} style={style} {...tile} />;
});
