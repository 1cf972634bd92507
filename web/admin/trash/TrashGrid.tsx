import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { useDeletePermanently, useTrash } from "../actions/trash.ts";
import { albumsQuery } from "../data/albums.api.ts";
import { photoName } from "../data/photo-name.ts";
import { useSelection } from "../photo-grid/selection.ts";
import { columnsIn, useChosenTilePx, useWidth } from "../photo-grid/tile-size.ts";
import styles from "./Trash.module.css";
import { TrashedPhotoCard } from "./TrashedPhotoCard.tsx";
import { TrashLoupe } from "./TrashLoupe.tsx";
import { useParts } from "./use-parts.ts";

/** Cards drawn at first, and more each time the end of them comes near. */
const CARDS_PER_PART = 60;
/** Its two buttons need as much. */
const CARD_MIN_PX = 150;

type TrashGridProps = { ids: PhotoId[]; checked: ReadonlySet<PhotoId>; onCheck: (id: PhotoId) => void };

export function TrashGrid({ ids, checked, onCheck }: TrashGridProps) {
  const { data: albums = [] } = useQuery(albumsQuery);
  const grid = useRef<HTMLUListElement>(null);
  const widthPx = useWidth(grid);
  const tilePx = useChosenTilePx();
  const { count, endRef } = useParts(ids.length, CARDS_PER_PART);
  const selection = useSelection(ids);
  const { restore } = useTrash();
  const { askAndDelete } = useDeletePermanently();
  const actions = {
    onRestore: (id: PhotoId) => restore([id]),
    onDelete: (photo: AdminPhoto) => void askAndDelete([photo.id], photoName(photo)),
  };

  return (
    <>
      <ul
        ref={grid}
        className={styles.grid}
        aria-label="Deleted photos"
        // Until the owner chooses a size, there are 1 to 5 columns by the width of the screen, as spec section 2 says.
        style={tilePx === null ? undefined : { gridTemplateColumns: columnsOf(widthPx, tilePx) }}
      >
        {ids.slice(0, count).map((id) => (
          <TrashedPhotoCard
            key={id}
            id={id}
            albums={albums}
            isChecked={checked.has(id)}
            onCheck={() => onCheck(id)}
            onView={() => selection.view(id)}
            {...actions}
          />
        ))}
      </ul>
      {count < ids.length && <div ref={endRef} />}
      {selection.viewed !== null && <TrashLoupe current={selection.viewed} selection={selection} {...actions} />}
    </>
  );
}

const columnsOf = (widthPx: number, tilePx: number) =>
  `repeat(${columnsIn(widthPx, Math.max(tilePx, CARD_MIN_PX))}, minmax(0, 1fr))`;
