import type { AlbumId } from "../../../contract/album-id.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { OrderedPhotoGrid } from "../photo-grid/OrderedPhotoGrid.tsx";
import type { Selection } from "../photo-grid/selection.ts";
import { ALBUM_TILE_PX } from "../photo-grid/tile-size.ts";
import { REMOVE_TARGET_ID, RemoveTarget } from "./RemoveTarget.tsx";

type AlbumGridProps = {
  label: string;
  ids: PhotoId[];
  selection: Selection;
  albumId: AlbumId;
  coverId: PhotoId | undefined;
  onMove: (ids: PhotoId[], index: number) => void;
  onRemove: (ids: PhotoId[]) => void;
};

/** An album's photos in order, to select, move and remove. */
export function AlbumGrid({ onRemove, ...grid }: AlbumGridProps) {
  const dropTarget = {
    id: REMOVE_TARGET_ID,
    announcement: "Drop here to remove from the album.",
    onDrop: onRemove,
  };
  return (
    <OrderedPhotoGrid {...grid} usualPx={ALBUM_TILE_PX} dropTarget={dropTarget}>
      <RemoveTarget />
    </OrderedPhotoGrid>
  );
}
