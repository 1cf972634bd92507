import type { AlbumId } from "../../../contract/album-id.ts";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { CATEGORY_NAMES, type Category } from "../../../contract/limits.ts";
import { movedTo } from "../reorder/order.ts";
import { SortableArea } from "../reorder/SortableArea.tsx";
import cardStyles from "./AlbumCard.module.css";
import { AlbumCard, AlbumFace } from "./AlbumCard.tsx";
import styles from "./AlbumsPage.module.css";
import { useReorderAlbums } from "./albums.api.ts";

/** A category's albums, in the order in which visitors see them. */
export function AlbumShelf({ category, albums }: { category: Category; albums: AdminAlbum[] }) {
  const reorderAlbums = useReorderAlbums(category);
  const ids = albums.map(({ id }) => id);
  const find = (id: AlbumId) => albums.find((album) => album.id === id);
  const move = (moving: AlbumId[], index: number) => reorderAlbums.mutate(movedTo(ids, moving, index));

  return (
    <SortableArea
      ids={ids}
      titleOf={(id) => find(id)?.title ?? ""}
      onMove={move}
      renderDragged={(id) => {
        const album = find(id);
        return album && <div className={cardStyles.dragged}>{<AlbumFace album={album} />}</div>;
      }}
    >
      <ul className={styles.shelf} aria-label={`${CATEGORY_NAMES[category]} albums`}>
        {albums.map((album, index) => (
          <AlbumCard
            key={album.id}
            album={album}
            position={index + 1}
            positions={albums.length}
            onMove={(to) => move([album.id], to)}
          />
        ))}
      </ul>
    </SortableArea>
  );
}
