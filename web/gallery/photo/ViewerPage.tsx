import { useEffect } from "react";
import { useParams, useRevalidator, useRouteLoaderData } from "react-router";
import type { AlbumPhotos } from "../../../contract/pages.ts";
import { pageNotFound } from "../page/page-not-found.ts";
import { Viewer } from "./Viewer.tsx";

export function ViewerPage() {
  // The photo's route is a child of its album's, whose loader returns exactly this.
  const content = useRouteLoaderData("album") as AlbumPhotos;
  const photoId = Number(useParams().photoId);
  useWholeAlbum(content.is_whole);

  const index = content.photos.findIndex((photo) => photo.id === photoId);
  const photo = content.photos[index];
  if (!photo) throw pageNotFound("Photo not found");
  return (
    <Viewer
      album={content.album}
      photo={photo}
      previous={content.photos[index - 1] ?? null}
      next={content.photos[index + 1] ?? null}
      position={content.offset + index}
    />
  );
}

/** A photo's own page has only its neighbours; this loads the rest of the album. */
function useWholeAlbum(isWhole: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isWhole) revalidate();
  }, [isWhole, revalidate]);
}
