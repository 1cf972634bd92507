import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { paths } from "../../../contract/paths.ts";
import { messageOf } from "../../api/api-error.ts";
import { useMedia } from "../../hooks/use-media.ts";
import { AlbumIcon } from "../../ui/icons.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { albumPhotosQuery, useAlbum } from "../data/album.api.ts";
import { sequenceQuery } from "../data/sequence.api.ts";
import { AdminPage, EmptyState } from "../page/AdminPage.tsx";
import { AlbumFailure } from "../page/LoadFailure.tsx";
import { TableScreen } from "./TableScreen.tsx";
import type { Tables } from "./use-table.ts";

/** Two rows of prints and a line need the width of a tablet. */
const TOO_NARROW = "(max-width: 599px)";

export function TablePage() {
  const { slug = "" } = useParams();
  const { album, isPending, error, refetch } = useAlbum(slug);
  if (album) return <LoadedTable key={album.id} album={album} />;
  if (isPending) return <Loading />;
  return <AlbumFailure screen="Table" message={messageOf(error, "Failed to load album")} onRetry={refetch} />;
}

function LoadedTable({ album }: { album: AdminAlbum }) {
  const { slug } = album;
  const [search] = useSearchParams();
  const isNarrow = useMedia(TOO_NARROW);
  const [tables] = useState<Tables>(() => new Map());
  const current = useQuery(sequenceQuery(slug));
  const photos = useQuery(albumPhotosQuery(slug));
  const wanted = Number(search.get("version") ?? 0);
  const versions = current.data?.versions ?? [];
  const version = versions.find(({ id }) => id === wanted) ?? versions.find((each) => each.current);
  const line = useQuery({ ...sequenceQuery(slug, version?.id), enabled: version !== undefined });
  const error = current.error ?? photos.error ?? line.error;

  if (isNarrow) return <TooNarrow album={album} />;
  if (version && line.data && photos.data) {
    if (photos.data.length === 0) return <NoPhotos album={album} />;
    return <TableScreen album={album} version={version} versions={versions} tables={tables} />;
  }
  if (!error) return <Loading />;
  const retry = () => void Promise.all([current.refetch(), photos.refetch(), version && line.refetch()]);
  return <AlbumFailure screen="Table" message={messageOf(error, "Failed to load the line")} onRetry={retry} />;
}

const toGrid = ({ slug }: AdminAlbum) => <Link to={paths.admin.album(slug)}>Back to the grid</Link>;

function TooNarrow({ album }: { album: AdminAlbum }) {
  return (
    <AdminPage title={album.title} subtitle="Table">
      <EmptyState title="The table needs more room" icon={<AlbumIcon />} action={toGrid(album)}>
        Open it on a tablet or a computer, or turn this device. Here you can put the photos in order in the album's
        grid.
      </EmptyState>
    </AdminPage>
  );
}

function NoPhotos({ album }: { album: AdminAlbum }) {
  return (
    <AdminPage title={album.title} subtitle="Table">
      <EmptyState title="No photos to lay out yet" action={toGrid(album)}>
        Here you put an album's photos in order, in pairs and with pauses and texts between them. Upload some first.
      </EmptyState>
    </AdminPage>
  );
}
