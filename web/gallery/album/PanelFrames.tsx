import type { PhotoSet, ShownPhoto } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { photoAlt } from "../../../contract/photo-names.ts";
import { Frame, type OpenPhoto } from "./Frame.tsx";
import { widthAt } from "./FrameBox.tsx";
import type { PhotoPanel } from "./panels.ts";

type PanelFramesProps = {
  panel: PhotoPanel;
  album: PhotoSet;
  /** The ids of the photos whose pictures are on the page. */
  near: ReadonlySet<number>;
  sizes: (photo: ShownPhoto, beside: ShownPhoto[]) => string;
  onOpen: OpenPhoto;
};

/** The photos of a panel. Those of one that has several are all of the same height. */
export function PanelFrames({ panel: { photos, first, gap }, album, near, sizes, onOpen }: PanelFramesProps) {
  const isGroup = photos.length > 1;
  // None is enlarged to be as high as the others.
  const maxHeight = isGroup ? Math.min(...photos.map(({ height }) => height)) : undefined;
  const widest = maxHeight && Math.max(...photos.map((photo) => widthAt(maxHeight, photo)));
  const frames = photos.map((photo, index) => (
    <Frame
      key={photo.id}
      element={isGroup ? "div" : "li"}
      photo={photo}
      alt={photoAlt(photo, { album, index: first + index })}
      index={first + index}
      href={paths.photo(album, photo.id)}
      isNear={near.has(photo.id)}
      sizes={near.has(photo.id) ? sizes(photo, photos) : ""}
      maxHeight={maxHeight}
      lackingWidth={maxHeight && widest && widest - widthAt(maxHeight, photo)}
      onOpen={onOpen}
    />
  ));
  return isGroup ? <li data-gap={gap}>{frames}</li> : frames;
}
