import type { AlbumLayout } from "../../../contract/limits.ts";
import type { PageContent, PageDescription, ShownBlock, ShownLine, ShownPhoto } from "../../../contract/pages.ts";
import { gridRows, photosOfPart, photosOfRow } from "../../line/grid-rows.ts";
import { panelsOf } from "../../line/panels.ts";
import {
  albumCoverSizes,
  firstSrcSet,
  gridSizes,
  journalSizes,
  portraitSizes,
  rowSizes,
  scrollSizes,
  showcaseSizes,
  srcSet,
  stripSizes,
  tileSizes,
  viewerSizes,
  wallSizes,
} from "./picture-sizes.ts";

/** Must request exactly what the page's own first picture requests, or the browser fetches both. */
export function leadPicture(content: PageContent): PageDescription["lead_picture"] {
  switch (content.page) {
    case "home":
      return preload(content.categories[0]?.cover, tileSizes(content, 0));
    case "category":
      return preload(content.albums[0]?.cover, albumCoverSizes(content.albums.length, 0));
    case "album":
      return preloadFirst(content.photos, content.panels, content.album.layout);
    case "photo":
      return preloadOpen(content);
    case "showcase":
      return preload(content.linked_photos[0]?.photo, showcaseSizes(content.kind));
    case "tag":
      return preload(content.linked_photos[0]?.photo, wallSizes);
    case "written": {
      const { photos = [] } = leadBlock(content.written.blocks) ?? {};
      return preload(photos[0]?.photo, rowSizes(photos));
    }
    case "journal":
      return preload(content.entries[0]?.cover, journalSizes);
    case "contact":
      return preload(content.portrait, portraitSizes);
    case "room":
      return (
        preloadOpen(content) ??
        (content.view === "strip" ? preloadFirst(content.photos, content.panels, "strip") : null)
      );
    case "locked-room":
    case "closed-room":
    case "not-found":
    case "failed":
      return null;
  }
}

/** The photographs at the beginning of a page, which are in view at once. */
export function leadBlock(blocks: readonly ShownBlock[]): Extract<ShownBlock, { kind: "photos" }> | undefined {
  return blocks.slice(0, 2).find((block) => block.kind === "photos");
}

function preload(
  photo: ShownPhoto | null | undefined,
  sizes: (photo: ShownPhoto) => string,
  srcset = (photo: ShownPhoto) => srcSet(photo, "avif"),
) {
  // A screen with a high dynamic range requests another picture, and a preload cannot say so.
  return photo && !photo.hdr ? { srcset: srcset(photo), sizes: sizes(photo) } : null;
}

function preloadFirst(photos: ShownPhoto[], line: ShownLine, layout: AlbumLayout) {
  return preload(photos[0], (photo) => {
    const panels = panelsOf(photos, line);
    const row = layout === "grid" && gridRows(panels).find((row) => row.kind === "row");
    if (row) return gridSizes(photo, { narrow: photosOfPart(row.parts[0] ?? []), wide: photosOfRow(row) });
    const first = panels.find((panel) => panel.kind === "photos");
    return (layout === "scroll" ? scrollSizes : stripSizes)(photo, first?.photos ?? []);
  });
}

/** The first layer of the photo that is open in the viewer. */
function preloadOpen({ photos, photo_id }: { photos: ShownPhoto[]; photo_id?: number | null }) {
  const open = photos.find(({ id }) => id === photo_id);
  return preload(open, viewerSizes, firstSrcSet);
}
