import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AlbumId } from "../../../contract/album-id.ts";
import * as albums from "../../../contract/albums.ts";
import type { CallInput } from "../../../contract/endpoint.ts";
import { ApiError, isSignedOut } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { ALBUM_MUTATION, refreshPhotos } from "./library-cache.ts";
import { withOrder } from "./order.ts";
import { broadcastPhotoUpdated } from "./photo-updated.ts";
import { queryKey } from "./query-key.ts";
import { useReorder } from "./reorder.api.ts";
import { showNow } from "./show-now.ts";

type AdminAlbum = albums.AdminAlbum;
export type NewAlbum = NonNullable<CallInput<typeof albums.createAlbum>["body"]>;
export type AlbumChange = Partial<
  Pick<AdminAlbum, "title" | "description" | "category" | "status" | "slug" | "featured" | "cover_photo_id">
>;

export const albumsQuery = queryOptions({
  queryKey: queryKey(albums.listAlbums),
  queryFn: async ({ signal }) => {
    try {
      return (await call(albums.listAlbums, { signal })).albums;
    } catch (error) {
      if (!(error instanceof ApiError) || isSignedOut(error)) throw error;
      const { status, code, message } = error;
      throw new ApiError(status, `Failed to fetch albums: ${status} ${message}`, { code });
    }
  },
});

/** Shows no message on failure: the form does. */
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
    onSettled: announceAlbums,
  });
}

/** An undo cannot be undone in turn. */
type AlbumEdit = {
  album: AdminAlbum;
  change: AlbumChange;
  isUndo?: boolean;
  /** The form stays open and shows why the server refused. */
  isInForm?: boolean;
};

export function useUpdateAlbum() {
  const client = useQueryClient();
  const toast = useToast();
  const update = useMutation({
    mutationKey: ALBUM_MUTATION,
    mutationFn: ({ album, change }: AlbumEdit) =>
      call(albums.updateAlbum, { params: { slug: album.slug }, body: change }),
    // A new address counts once the server has taken it: until then, the album is found at the old one.
    onMutate: ({ album, change: { slug, ...shown } }) =>
      showNow(client, albumsQuery, (known) =>
        known.map((other) => (other.id === album.id ? { ...other, ...shown } : other)),
      ),
    onSuccess: ({ album: saved }, { album, change, isUndo }) => {
      client.setQueryData(albumsQuery.queryKey, (known) =>
        known?.map((other) => (other.id === saved.id ? saved : other)),
      );
      movedAlbums.set(album.slug, saved.id);
      const message = describeChange(saved, change);
      const undo = () => update.mutate({ album: saved, change: sameFields(change, album), isUndo: true });
      toast(isUndo ? { message: `Undone: ${message}` } : { message, onUndo: undo });
      // Its photos moved to the new category too. Those of a draft have other addresses, which only the owner can open.
      if (change.category || change.status) refreshPhotos(client);
    },
    onError: (error, { album, isInForm }, before) => {
      client.setQueryData(albumsQuery.queryKey, before);
      if (isInForm) return;
      toast({ tone: "error", message: `${album.title} was not changed: ${error.message}` });
    },
    onSettled: announceAlbums,
  });
  return update;
}

/** The albums of addresses that were changed in this window, so that a screen can follow its album. */
export const movedAlbums = new Map<string, AlbumId>();

export function useDeleteAlbum() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationKey: ALBUM_MUTATION,
    mutationFn: (album: AdminAlbum) => call(albums.deleteAlbum, { params: { slug: album.slug } }),
    onMutate: (album) => showNow(client, albumsQuery, (known) => known.filter(({ id }) => id !== album.id)),
    onSuccess: ({ message }) => {
      toast({ message });
      // Its photos are in no album now.
      refreshPhotos(client);
    },
    onError: (error, album, before) => {
      client.setQueryData(albumsQuery.queryKey, before);
      toast({ tone: "error", message: `${album.title} was not deleted: ${error.message}` });
    },
    onSettled: announceAlbums,
  });
}

export const useReorderAlbums = ({ key: category, name }: { key: string; name: string }) =>
  useReorder({
    mutationKey: ALBUM_MUTATION,
    scope: `albums-order-${category}`,
    query: albumsQuery,
    orderOf: (known) => known.filter((album) => album.category === category).map(({ id }) => id),
    inOrder: withOrder,
    send: (album_ids: AlbumId[]) => call(albums.reorderAlbums, { body: { category, album_ids } }),
    name: `the ${name} albums`,
    subject: "These albums were",
    fallback: "Failed to reorder albums",
    onSettled: announceAlbums,
  });

/** Lists of photos show albums and categories too, so everything reloads. */
export const announceAlbums = () => broadcastPhotoUpdated({ action: "updated", photo_ids: [] });

const sameFields = (change: AlbumChange, album: AdminAlbum): AlbumChange =>
  Object.fromEntries(Object.entries(album).filter(([field]) => field in change));

function describeChange({ title, url }: AdminAlbum, change: AlbumChange): string {
  if (change.featured !== undefined) return change.featured ? `${title} is featured` : `${title} is no longer featured`;
  if (change.cover_photo_id !== undefined) return `${title} has a new cover`;
  if (change.status !== undefined)
    return change.status === "draft" ? `${title} is a draft. Visitors do not see it.` : `${title} is public`;
  if (change.slug !== undefined) return `${title} is at ${url} now`;
  return `${title} saved`;
}
