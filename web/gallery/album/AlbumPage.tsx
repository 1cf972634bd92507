import { useRef } from "react";
import { useLoaderData, useMatch, useOutlet } from "react-router";
import type { AlbumPhotos } from "../../../contract/pages.ts";
import { Loading } from "../failure/Loading.tsx";
import { usePageTitle } from "../page/use-page-title.ts";
import { Strip } from "./Strip.tsx";

/** The strip, with the viewer over it while a photo is open. */
export function AlbumPage() {
  const content = useLoaderData<AlbumPhotos>();
  const viewer = useOutlet();
  const photoParam = useMatch("/:category/:albumSlug/photo/:photoId")?.params.photoId;
  const photoId = photoParam === undefined ? null : Number(photoParam);
  usePageTitle(photoId === null ? { ...content, page: "album" } : { ...content, page: "photo", photo_id: photoId });
  // A visitor who opened a photo directly does not need the strip until the viewer closes.
  const wasStripSeen = useRef(false);
  wasStripSeen.current ||= viewer === null;
  const viewedPhotoId = useRef(photoId);
  if (photoId !== null) viewedPhotoId.current = photoId;
  return (
    <>
      {wasStripSeen.current && (
        <AlbumStrip content={content} isCovered={viewer !== null} viewedPhotoId={viewedPhotoId.current} />
      )}
      {viewer}
    </>
  );
}

type AlbumStripProps = { content: AlbumPhotos; isCovered: boolean; viewedPhotoId: number | null };

function AlbumStrip({ content, ...rest }: AlbumStripProps) {
  if (!content.is_whole) return <Loading />;
  return <Strip album={content.album} photos={content.photos} {...rest} />;
}
