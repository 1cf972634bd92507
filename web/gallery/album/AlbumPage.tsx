import { useRef } from "react";
import type { AlbumPhotos } from "../../../contract/pages.ts";
import { Loading } from "../failure/Loading.tsx";
import { NotFoundPage } from "../not-found/NotFoundPage.tsx";
import { usePageTitle } from "../page/use-page-title.ts";
import { ViewerPage } from "../photo/ViewerPage.tsx";
import { useLocation } from "../router/use-router.ts";
import { Strip } from "./Strip.tsx";

export function AlbumPage({ content }: { content: AlbumPhotos }) {
  // The next album starts at its own title.
  return <AlbumWithViewer key={content.album.id} content={content} />;
}

/** The strip, with the viewer over it while a photo is open. */
function AlbumWithViewer({ content }: { content: AlbumPhotos }) {
  const photoParam = /\/photo\/([^/]*)$/.exec(useLocation().pathname)?.[1];
  const photoId = photoParam === undefined ? null : Number(photoParam);
  usePageTitle(photoId === null ? { ...content, page: "album" } : { ...content, page: "photo", photo_id: photoId });
  // A visitor who opened a photo directly does not need the strip until the viewer closes.
  const wasStripSeen = useRef(false);
  wasStripSeen.current ||= photoId === null;
  const viewedPhotoId = useRef(photoId);
  if (photoId !== null) viewedPhotoId.current = photoId;
  // A photo that has left the album since its address was shown.
  if (photoId !== null && !content.photos.some(({ id }) => id === photoId)) {
    return <NotFoundPage message="Photo not found" photos={[]} />;
  }
  return (
    <>
      {wasStripSeen.current && (
        <AlbumStrip content={content} isCovered={photoId !== null} viewedPhotoId={viewedPhotoId.current} />
      )}
      {photoId !== null && <ViewerPage content={content} photoId={photoId} />}
    </>
  );
}

type AlbumStripProps = { content: AlbumPhotos; isCovered: boolean; viewedPhotoId: number | null };

function AlbumStrip({ content, ...rest }: AlbumStripProps) {
  if (!content.is_whole) return <Loading />;
  return <Strip album={content.album} photos={content.photos} nextAlbum={content.next_album} {...rest} />;
}
