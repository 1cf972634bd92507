import { useEffect } from "react";
import type { AlbumPhotos } from "../../../contract/pages.ts";
import { useReload } from "../router/use-router.ts";
import { Viewer } from "./Viewer.tsx";

export function ViewerPage({ content, photoId }: { content: AlbumPhotos; photoId: number }) {
  useWholeAlbum(content.is_whole);
  const index = content.photos.findIndex((photo) => photo.id === photoId);
  const photo = content.photos[index];
  if (!photo) return null;
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
  const reload = useReload();
  useEffect(() => {
    if (!isWhole) reload();
  }, [isWhole, reload]);
}
