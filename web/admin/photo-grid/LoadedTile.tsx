import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import type { AlbumId } from "../../../contract/album-id.ts";
import type { PhotoId } from "../../../contract/photos.ts";
import { photoQuery } from "../data/photos.api.ts";
import { PhotoTile } from "./PhotoTile.tsx";

export type TilePosition = {
  id: PhotoId;
  position: number;
  count: number;
  isSelected: boolean;
  isTabStop: boolean;
  isCover?: boolean;
  inAlbum?: AlbumId;
};

type LoadedTileProps = TilePosition & Omit<ComponentProps<typeof PhotoTile>, "id" | "photoId" | "photo">;

/** A tile of a grid; loads its photo once in view. */
export function LoadedTile({ id, position, count, ...tile }: LoadedTileProps) {
  const { data: photo } = useQuery(photoQuery(id));
  return <PhotoTile photoId={id} photo={photo} aria-posinset={position} aria-setsize={count} {...tile} />;
}
