import { useRef } from "react";
import { useLoaderData, useMatch, useOutlet } from "react-router";
import type { AlbumPhotos } from "../../../contract/pages.ts";
import { Loading } from "../failure/Loading.tsx";
import { usePageTitle } from "../use-page-title.ts";
import { Strip } from "./Strip.tsx";

/** The strip, and over it the viewer while a photo is open. */
export function AlbumPage() {
  const content = useLoaderData<AlbumPhotos>();
  const viewer = useOutlet();
  const photoId = useMatch("/:category/:albumSlug/photo/:photoId")?.params.photoId;
  // A visitor who came straight to a photo has no use for the strip until the viewer closes.
  const wasStripSeen = useRef(false);
  wasStripSeen.current ||= viewer === null;
  return (
    <>
      {wasStripSeen.current && <AlbumStrip content={content} openPhotoId={photoId ? Number(photoId) : null} />}
      {viewer}
    </>
  );
}

function AlbumStrip({ content, openPhotoId }: { content: AlbumPhotos; openPhotoId: number | null }) {
  usePageTitle({ page: "album", ...content });
  if (!content.is_whole) return <Loading />;
  return <Strip album={content.album} photos={content.photos} openPhotoId={openPhotoId} />;
}
