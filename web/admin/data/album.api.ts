import { queryOptions, useQuery } from "@tanstack/react-query";
import { getAdminAlbum, listAlbumPhotos, previewAlbum } from "../../../contract/albums.ts";
import { failedWith } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { albumsQuery } from "./albums.api.ts";
import { fetchFailure } from "./fetch-failure.ts";
import { rememberPhotos } from "./library-cache.ts";
import { queryKey } from "./query-key.ts";

/** Only for an album that is not in the list: created in another window, or deleted. */
export const albumQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKey(getAdminAlbum, { params: { slug } }),
    queryFn: async ({ signal }) => {
      try {
        return (await call(getAdminAlbum, { params: { slug }, signal })).album;
      } catch (error) {
        if (failedWith(error, "ALBUM_NOT_FOUND")) throw error;
        throw fetchFailure(error, ({ status }) => `Failed to fetch album: ${status}`);
      }
    },
  });

export function useAlbum(slug: string) {
  const { data: albums = [] } = useQuery(albumsQuery);
  const listed = albums.find((album) => album.slug === slug);
  const unlisted = useQuery({ ...albumQuery(slug), enabled: slug !== "" && !listed });
  const { isPending, error, refetch } = unlisted;
  return { album: listed ?? unlisted.data, isPending, error, refetch };
}

export const albumPhotosQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKey(listAlbumPhotos, { params: { slug } }),
    queryFn: async ({ client, signal }) => {
      try {
        const { photos } = await call(listAlbumPhotos, { params: { slug }, signal });
        return rememberPhotos(client, photos);
      } catch (error) {
        throw fetchFailure(error, ({ status, body }) => `Failed to fetch album photos: ${status} ${body}`);
      }
    },
  });

/** Made each time the owner asks for it, and valid for a week from then. */
export const draftLinkQuery = (slug: string) =>
  queryOptions({
    queryKey: ["draft link", slug],
    queryFn: ({ signal }) => call(previewAlbum, { params: { slug }, signal }),
    // Each is another one, and written down in the activity.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
