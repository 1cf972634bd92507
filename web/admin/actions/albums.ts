import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AlbumId } from "../../../contract/album-id.ts";
import * as albums from "../../../contract/albums.ts";
import { readablePath } from "../../../contract/paths.ts";
import { call } from "../../api/call.ts";
import { formatDateTime } from "../../ui/format-date.ts";
import { type Turn, useToast } from "../../ui/Toast.tsx";
import { albumQuery } from "../data/album.api.ts";
import { type AdminAlbum, type AlbumChange, albumsQuery, announceAlbums, type NewAlbum } from "../data/albums.api.ts";
import { ALBUM_MUTATION, refreshPhotos } from "../data/library-cache.ts";
import { withOrder } from "../data/order.ts";
import { isWaiting } from "../data/publish-time.ts";
import { showNow } from "../data/show-now.ts";
import { useReorder } from "./reorder.ts";

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

type AlbumEdit = {
  album: AdminAlbum;
  change: AlbumChange;
  /** What an undo undoes, in the words of the change itself. */
  reversed?: { turn: Turn; done: Done };
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
    // A new URL counts once the server has taken it: until then, the album is found at the old one.
    onMutate: ({ album, change: { slug, ...shown } }) =>
      showNow(client, albumsQuery, (known) =>
        known.map((other) => (other.id === album.id ? { ...other, ...shown } : other)),
      ),
    onSuccess: ({ album: saved }, { album, change, reversed }) => {
      client.setQueryData(albumsQuery.queryKey, (known) =>
        known?.map((other) => (other.id === saved.id ? saved : other)),
      );
      if (saved.slug !== album.slug) {
        // The screen at the old URL follows at once. Nothing kept leads back from the new one.
        client.setQueryData(albumQuery(album.slug).queryKey, saved);
        client.removeQueries({ queryKey: albumQuery(saved.slug).queryKey });
      }
      const done = reversed?.done ?? describeChange(saved, change);
      const back = sameFields(change, album);
      toast({
        ...done,
        turn: reversed?.turn,
        reverse: (turn): Promise<unknown> =>
          update.mutateAsync({ album: saved, change: back, reversed: { turn, done } }),
      });
      // Its photos moved to the new category too. Those of a draft have other URLs, which only the owner can open.
      if (change.category || change.status || change.publish_on !== undefined) refreshPhotos(client);
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

export function useEndDraftLinks() {
  const toast = useToast();
  return useMutation({
    mutationFn: ({ slug }: AdminAlbum) => call(albums.endPreviews, { params: { slug } }),
    onError: (error, { title }) =>
      toast({ tone: "error", message: `The links to ${title} were not ended: ${error.message}` }),
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

const sameFields = (change: AlbumChange, album: AdminAlbum): AlbumChange =>
  Object.fromEntries(Object.entries(album).filter(([field]) => field in change));

type Done = { message: string; note?: string };

function describeChange(album: AdminAlbum, change: AlbumChange): Done {
  const { title, url } = album;
  if (change.featured !== undefined)
    return { message: `${title} ${change.featured ? "featured" : "no longer featured"}` };
  if (change.layout !== undefined) return { message: `Layout of ${title} changed` };
  if (change.cover_photo_id !== undefined) return { message: `Cover of ${title} changed` };
  if (change.publish_on && isWaiting(album))
    return {
      message: `${title} will be public on ${formatDateTime(change.publish_on)}`,
      note: "Until then, visitors do not see it.",
    };
  if (change.status === "draft") return { message: `${title} made a draft`, note: "Visitors do not see it." };
  if (change.status === "public") return { message: `${title} made public` };
  if (change.slug !== undefined) return { message: `Address of ${title} changed to ${readablePath(url)}` };
  return { message: `${title} changed` };
}
