import type { PageContent, PageDescription, ShownPhoto } from "../../../contract/pages.ts";
import { picturePath } from "../../../contract/paths.ts";
import { albumCoverSizes, portraitSizes, srcSet, stripSizes, tileSizes, wallSizes } from "./picture-sizes.ts";

/** Must request exactly what the page's own first picture requests, or the browser fetches both. */
export function leadPicture(content: PageContent): PageDescription["lead_picture"] {
  switch (content.page) {
    case "home":
      return preload(content.categories[0]?.cover, tileSizes);
    case "category":
      return preload(content.albums[0]?.cover, albumCoverSizes(content.albums.length, 0));
    case "album":
      return preload(content.photos[0], stripSizes);
    case "photo": {
      const photo = content.photos.find(({ id }) => id === content.photo_id);
      return photo && !photo.hdr ? { href: picturePath(photo, "medium", "avif") } : null;
    }
    case "tag":
      return preload(content.linked_photos[0]?.photo, wallSizes);
    case "contact":
      return preload(content.portrait, portraitSizes);
    case "room": {
      const photo = content.photos.find(({ id }) => id === content.photo_id);
      return photo ? { href: picturePath(photo, "medium", "avif") } : preload(content.photos[0], stripSizes);
    }
    case "locked-room":
    case "not-found":
    case "failed":
      return null;
  }
}

function preload(photo: ShownPhoto | null | undefined, sizes: (photo: ShownPhoto) => string) {
  // A screen with a high dynamic range requests another picture, and a preload cannot say so.
  return photo && !photo.hdr ? { srcset: srcSet(photo, "avif"), sizes: sizes(photo) } : null;
}
