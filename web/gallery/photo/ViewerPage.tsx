import type { AlbumPhotos } from "../../../contract/pages.ts";
import { Viewer, type ViewerFailure } from "./Viewer.tsx";

type ViewerPageProps = { content: AlbumPhotos; photoId: number; failure: ViewerFailure | undefined };

export function ViewerPage({ content, photoId, failure }: ViewerPageProps) {
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
      failure={failure}
    />
  );
}
