import type { AlbumId } from "../../../contract/album-id.ts";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { movedTo } from "../reorder/order.ts";
import { SortableArea } from "../reorder/SortableArea.tsx";
import cardStyles from "./AlbumCard.module.css";
import { AlbumCard, AlbumFace } from "./AlbumCard.tsx";
import styles from "./AlbumShelf.module.css";

type AlbumShelfProps = { label: string; albums: AdminAlbum[]; onReorder: (order: AlbumId[]) => void };

/** Albums in an order set by hand. */
export function AlbumShelf({ label, albums, onReorder }: AlbumShelfProps) {
  const ids = albums.map(({ id }) => id);
  const byId = new Map(albums.map((album) => [album.id, album]));
  const move = (moving: AlbumId[], index: number) => onReorder(movedTo(ids, moving, index));

  return (
    <SortableArea
      ids={ids}
      titleOf={(id) => byId.get(id)?.title ?? ""}
      onMove={move}
      renderDragged={(id) => {
        const album = byId.get(id);
        return album && <div className={cardStyles.dragged}>{<AlbumFace album={album} />}</div>;
      }}
    >
      {(shownIds) => (
        <ul className={styles.shelf} aria-label={label}>
          {shownIds.map((id, index) => {
            const album = byId.get(id);
            if (!album) return null;
            const position = { position: index + 1, positions: ids.length, onMove: (to: number) => move([id], to) };
            return <AlbumCard key={id} album={album} position={position} />;
          })}
        </ul>
      )}
    </SortableArea>
  );
}
