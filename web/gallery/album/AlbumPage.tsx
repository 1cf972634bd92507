import type { AlbumPhotos } from "../../../contract/pages.ts";
import { Loading } from "../failure/Loading.tsx";
import { PageFailure } from "../failure/PageFailure.tsx";
import { NotFoundPage } from "../not-found/NotFoundPage.tsx";
import { usePageTitle } from "../page/use-page-title.ts";
import { ViewerPage } from "../photo/ViewerPage.tsx";
import { Overview } from "./Overview.tsx";
import { Sheet } from "./Sheet.tsx";
import { Strip } from "./Strip.tsx";
import { StripEnd } from "./StripEnd.tsx";
import { useOpenPhoto } from "./use-open-photo.ts";
import { useOverview } from "./use-overview.ts";
import { type Rest, useRestOfAlbum } from "./use-rest-of-album.ts";

export function AlbumPage({ content }: { content: AlbumPhotos }) {
  // The next album starts at its own title.
  return <AlbumWithViewer key={content.album.id} content={content} />;
}

/** The album, with the viewer over it while a photo is open. */
function AlbumWithViewer({ content }: { content: AlbumPhotos }) {
  const { photoId, wasStripSeen, viewedPhotoId } = useOpenPhoto();
  const rest = useRestOfAlbum(content);
  usePageTitle(photoId === null ? { ...content, page: "album" } : { ...content, page: "photo", photo_id: photoId });
  // A photo that has left the album since its URL was shown.
  if (photoId !== null && !content.photos.some(({ id }) => id === photoId)) {
    return <NotFoundPage message="Photo not found" photos={[]} />;
  }
  const failure =
    rest.state === "failed" ? { message: "The other photos could not be loaded.", onRetry: rest.load } : undefined;
  return (
    <>
      {wasStripSeen && (
        <AlbumStrip content={content} rest={rest} isCovered={photoId !== null} viewedPhotoId={viewedPhotoId} />
      )}
      {photoId !== null && <ViewerPage content={content} photoId={photoId} failure={failure} />}
    </>
  );
}

type AlbumStripProps = { content: AlbumPhotos; rest: Rest; isCovered: boolean; viewedPhotoId: number | null };

function AlbumStrip({ content, rest, ...shown }: AlbumStripProps) {
  if (rest.state === "failed") return <PageFailure message="Failed to load album" />;
  if (rest.state === "loading") return <Loading />;
  const { album, photos, panels: line, next_album: nextAlbum } = content;
  const all = { album, photos, line, nextAlbum, ...shown };
  return album.layout === "strip" ? <Strip {...all} parts={STRIP_PARTS} /> : <Sheet {...all} />;
}

const STRIP_PARTS = { Overview, useOverview, StripEnd };
