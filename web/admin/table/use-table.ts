import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { paths } from "../../../contract/paths.ts";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import type { SequenceVersion } from "../../../contract/sequences.ts";
import { albumPhotosQuery } from "../data/album.api.ts";
import { drafts, useAccountId } from "../data/drafts.ts";
import { knownPhoto } from "../data/library-cache.ts";
import { sequenceOnServer, sequenceQuery } from "../data/sequence.api.ts";
import { createTable, type Table } from "./table-store.ts";

/** By version. Each keeps its undo while the screen is open, also while another one is on the table. */
export type Tables = Map<number, Table>;

export function useTable({ id, slug, title }: AdminAlbum, version: SequenceVersion, tables: Tables) {
  const client = useQueryClient();
  const account = useAccountId();
  let table = tables.get(version.id);
  if (!table) {
    const kept = {
      place: `${account}/album-${id}/line-${version.id}`,
      title: `${version.name}, the line of ${title}`,
      path: paths.admin.table(slug, version.id),
    };
    table = createTable({ drafts, kept, server: sequenceOnServer(client, slug, version.id) });
    tables.set(version.id, table);
  }
  const { data } = useQuery(sequenceQuery(slug, version.id));
  useEffect(() => table.open(), [table]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server has another line now
  useEffect(() => table.follow(), [table, data?.sequence]);
  return { table, state: useSyncExternalStore(table.subscribe, table.read) };
}

/** The version as the server has it. */
export const useSequenceOf = ({ slug }: AdminAlbum, { id }: SequenceVersion) =>
  useQuery(sequenceQuery(slug, id)).data?.sequence;

/** The album's photos, as last loaded. Each is looked up once: every change draws dozens of them. */
export function usePhotoOf({ slug }: AdminAlbum) {
  const client = useQueryClient();
  const { dataUpdatedAt } = useQuery(albumPhotosQuery(slug));
  // biome-ignore lint/correctness/useExhaustiveDependencies: other photos have been loaded since
  return useMemo(() => {
    const found = new Map<PhotoId, AdminPhoto>();
    return (id: PhotoId) => {
      const photo = found.get(id) ?? knownPhoto(client, id);
      if (photo) found.set(id, photo);
      return photo;
    };
  }, [client, dataUpdatedAt]);
}
