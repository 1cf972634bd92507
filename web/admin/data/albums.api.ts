import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AlbumId } from "../../../contract/album-id.ts";
import * as albums from "../../../contract/albums.ts";
import type { CallInput } from "../../../contract/endpoint.ts";
import type { Category } from "../../../contract/limits.ts";
import { ApiError, messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { broadcastPhotoUpdated } from "./photo-updated.ts";

type AdminAlbum = albums.AdminAlbum;
export type NewAlbum = NonNullable<CallInput<typeof albums.createAlbum>["body"]>;
export type AlbumChange = Partial<
  Pick<AdminAlbum, "title" | "description" | "category" | "featured" | "cover_photo_id">
>;

export const albumsQuery = queryOptions({
  queryKey: ["albums"],
  queryFn: async ({ signal }) => {
    try {
      return (await call(albums.listAlbums, { signal })).albums;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401) throw error;
      throw new ApiError(error.status, `Failed to fetch albums: ${error.status} ${error.message}`);
    }
  },
});

const ALBUM_MUTATION = ["album-mutation"] as const;

/** The form shows what is wrong, so a refusal is not told a second time. */
export function useCreateAlbum() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: ALBUM_MUTATION,
    mutationFn: (album: NewAlbum) => call(albums.createAlbum, { body: album }),
    onSuccess: ({ album, message }) => {
      client.setQueryData(albumsQuery.queryKey, (known) => known && [...known, album]);
      toast({ message });
    },
    onSettled: () => refreshAlbums(client),
  });
}

export function useUpdateAlbum() {
  const client = useQueryClient();
  const toast = useToast();
  const update = useMutation({
    mutationKey: ALBUM_MUTATION,
    mutationFn: ({ album, change }: { album: AdminAlbum; change: AlbumChange }) =>
      call(albums.updateAlbum, { params: { slug: album.slug }, body: change }),
    onMutate: ({ album, change }) =>
      showAlbums(client, (known) => known.map((other) => (other.id === album.id ? { ...other, ...change } : other))),
    onSuccess: ({ album: saved }, { album, change }) => {
      client.setQueryData(albumsQuery.queryKey, (known) =>
        known?.map((other) => (other.id === saved.id ? saved : other)),
      );
      toast({
        message: saidOf(saved, change),
        onUndo: () => update.mutate({ album: saved, change: sameFields(change, album) }),
      });
      // Its photos went along to the new category.
      if (change.category) void client.invalidateQueries({ queryKey: ["photo"] });
    },
    onError: (error, { album }, shownBefore) => {
      client.setQueryData(albumsQuery.queryKey, shownBefore);
      toast({ tone: "error", message: `${album.title} was not changed: ${error.message}` });
    },
    onSettled: () => refreshAlbums(client),
  });
  return update;
}

export function useDeleteAlbum() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: ALBUM_MUTATION,
    mutationFn: (album: AdminAlbum) => call(albums.deleteAlbum, { params: { slug: album.slug } }),
    onMutate: (album) => showAlbums(client, (known) => known.filter(({ id }) => id !== album.id)),
    onSuccess: ({ message }) => {
      toast({ message });
      // They are in no album now.
      void client.invalidateQueries({ queryKey: ["photo"] });
    },
    onError: (error, album, shownBefore) => {
      client.setQueryData(albumsQuery.queryKey, shownBefore);
      toast({ tone: "error", message: `${album.title} was not deleted: ${error.message}` });
    },
    onSettled: () => refreshAlbums(client),
  });
}

export function useReorderAlbums(category: Category) {
  const client = useQueryClient();
  const toast = useToast();
  const reorder = useMutation({
    mutationKey: ALBUM_MUTATION,
    scope: { id: `albums-order-${category}` },
    mutationFn: (album_ids: AlbumId[]) => call(albums.reorderAlbums, { body: { category, album_ids } }),
    onMutate: (album_ids) => showAlbums(client, (known) => inOrder(known, album_ids)),
    onSuccess: (_, __, shownBefore) => {
      const before = shownBefore?.filter((album) => album.category === category).map(({ id }) => id);
      toast({ message: "The albums' new order is saved", onUndo: before && (() => reorder.mutate(before)) });
    },
    onError: (error) => toast({ tone: "error", message: messageOf(error, "Failed to reorder albums") }),
    onSettled: () => refreshAlbums(client),
  });
  return reorder;
}

/** Shows a change at once; gives what was shown before. */
async function showAlbums(client: QueryClient, change: (known: AdminAlbum[]) => AdminAlbum[]) {
  const { queryKey } = albumsQuery;
  await client.cancelQueries({ queryKey });
  const shownBefore = client.getQueryData(queryKey);
  client.setQueryData(queryKey, (known) => known && change(known));
  return shownBefore;
}

function refreshAlbums(client: QueryClient) {
  // An answer read before a later change was written would undo that change on screen.
  if (client.isMutating({ mutationKey: ALBUM_MUTATION }) > 1) return;
  broadcastPhotoUpdated({ action: "updated", photo_ids: [] });
}

/** The named ones in this order, in the places they held among the others. */
function inOrder(known: AdminAlbum[], ids: AlbumId[]): AdminAlbum[] {
  const moved = ids.flatMap((id) => known.find((album) => album.id === id) ?? []);
  return known.map((album) => (ids.includes(album.id) ? (moved.shift() ?? album) : album));
}

const sameFields = (change: AlbumChange, album: AdminAlbum): AlbumChange =>
  Object.fromEntries(Object.entries(album).filter(([field]) => field in change));

function saidOf({ title }: AdminAlbum, change: AlbumChange): string {
  if (change.featured !== undefined) return change.featured ? `${title} is featured` : `${title} is no longer featured`;
  if (change.cover_photo_id !== undefined) return `${title} has a new cover`;
  return `${title} is saved`;
}
