import { queryOptions } from "@tanstack/react-query";
import * as albums from "../../../contract/albums.ts";
import type { CallInput } from "../../../contract/endpoint.ts";
import { call } from "../../api/call.ts";
import { fetchFailure } from "./fetch-failure.ts";
import { broadcastPhotoUpdated } from "./photo-updated.ts";
import { queryKey } from "./query-key.ts";

export type AdminAlbum = albums.AdminAlbum;
export type NewAlbum = NonNullable<CallInput<typeof albums.createAlbum>["body"]>;
export type AlbumChange = Partial<
  Pick<
    AdminAlbum,
    "title" | "description" | "category" | "status" | "publish_on" | "slug" | "featured" | "cover_photo_id" | "layout"
  >
>;

export const albumsQuery = queryOptions({
  queryKey: queryKey(albums.listAlbums),
  queryFn: async ({ signal }) => {
    try {
      return (await call(albums.listAlbums, { signal })).albums;
    } catch (error) {
      throw fetchFailure(error, ({ status, body }) => `Failed to fetch albums: ${status} ${body}`);
    }
  },
});

/** Lists of photos show albums and categories too, so everything reloads. */
export const announceAlbums = () => broadcastPhotoUpdated({ action: "updated", photo_ids: [] });

export function featuredAlbums(albums: AdminAlbum[]): AdminAlbum[] {
  return albums
    .filter((album) => album.featured)
    .sort((one, other) => (one.featured_position ?? 0) - (other.featured_position ?? 0));
}
