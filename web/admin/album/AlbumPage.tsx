import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, useLocation, useParams } from "react-router";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { paths } from "../../../contract/paths.ts";
import { messageOf } from "../../api/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { albumPhotosQuery, albumQuery } from "../data/album.api.ts";
import { albumsQuery } from "../data/albums.api.ts";
import { AdminPage, EmptyState } from "../page/AdminPage.tsx";
import { AlbumScreen } from "./AlbumScreen.tsx";

export function AlbumPage() {
  const { slug = "" } = useParams();
  const { data: albums = [] } = useQuery(albumsQuery);
  const listed = albums.find((album) => album.slug === slug);
  const unlisted = useQuery({ ...albumQuery(slug), enabled: slug !== "" && !listed });
  const { search, state } = useLocation();
  const album = listed ?? unlisted.data;

  if (slug === "") return <NoAlbumChosen />;
  if (album && album.slug !== slug) {
    return <Navigate to={{ pathname: paths.admin.album(album.slug), search }} state={state} replace />;
  }
  if (album) return <LoadedAlbum key={album.id} album={album} />;
  if (unlisted.isPending) return <Loading />;
  return <LoadFailure message={messageOf(unlisted.error, "Failed to load album")} onRetry={unlisted.refetch} />;
}

function LoadedAlbum({ album }: { album: AdminAlbum }) {
  const { data: ids, error, isPending, refetch } = useQuery(albumPhotosQuery(album.slug));
  if (ids) return <AlbumScreen album={album} ids={ids} />;
  if (isPending) return <Loading />;
  return <LoadFailure message={messageOf(error, "Failed to load album photos")} onRetry={refetch} />;
}

function NoAlbumChosen() {
  return (
    <AdminPage title="Album Management">
      <EmptyState title="Select an album to manage photos" action={<Link to={paths.admin.albums}>All Albums</Link>}>
        Choose an album from the sidebar to view and edit its photos
      </EmptyState>
    </AdminPage>
  );
}

function LoadFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <AdminPage title="Album Management">
      <div role="alert">
        <EmptyState title={message} action={<Button onClick={() => onRetry()}>Retry</Button>}>
          Try again, or choose another album. <Link to={paths.admin.albums}>All Albums</Link>
        </EmptyState>
      </div>
    </AdminPage>
  );
}
