import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { photoQuery } from "../data/photos.api.ts";
import { PhotoTile } from "./PhotoTile.tsx";

export type TilePlace = { id: PhotoId; position: number; count: number; isSelected: boolean; isTabStop: boolean };

type LoadedTileProps = TilePlace & Omit<ComponentProps<typeof PhotoTile>, "id" | "photoId" | "photo">;

/** A place in a grid; its photo is loaded once the place is in view. */
export function LoadedTile({ id, position, count, ...tile }: LoadedTileProps) {
  const { data: photo } = useQuery(photoQuery(id));
  return <PhotoTile photoId={id} photo={photo} aria-posinset={position} aria-setsize={count} {...tile} />;
}
