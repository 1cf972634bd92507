import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, useLocation, useParams } from "react-router";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { paths } from "../../../contract/paths.ts";
import { messageOf } from "../../api/api-error.ts";
import { Loading } from "../../ui/Loading.tsx";
import { albumPhotosQuery, useAlbum } from "../data/album.api.ts";
import { AdminPage, EmptyState } from "../page/AdminPage.tsx";
import { AlbumFailure } from "../page/LoadFailure.tsx";
import { AlbumScreen } from "./AlbumScreen.tsx";

const SCREEN = "Album Management";

export function AlbumPage() {
  const { slug = "" } = useParams();
  const { album, isPending, error, refetch } = useAlbum(slug);
  const { search, state } = useLocation();

  if (slug === "") return <NoAlbumChosen />;
  if (album && album.slug !== slug) {
    return <Navigate to={{ pathname: paths.admin.album(album.slug), search }} state={state} replace />;
  }
  if (album) return <LoadedAlbum key={album.id} album={album} />;
  if (isPending) return <Loading />;
  return <AlbumFailure screen={SCREEN} message={messageOf(error, "Failed to load album")} onRetry={refetch} />;
}

function LoadedAlbum({ album }: { album: AdminAlbum }) {
  const { data: ids, error, isPending, refetch } = useQuery(albumPhotosQuery(album.slug));
  if (ids) return <AlbumScreen album={album} ids={ids} />;
  if (isPending) return <Loading />;
  return <AlbumFailure screen={SCREEN} message={messageOf(error, "Failed to load album photos")} onRetry={refetch} />;
}

function NoAlbumChosen() {
  return (
    <AdminPage title={SCREEN}>
      <EmptyState title="Select an album to manage photos" action={<Link to={paths.admin.albums}>All Albums</Link>}>
        Choose an album from the sidebar to view and edit its photos
      </EmptyState>
    </AdminPage>
  );
}
