import type { AlbumLayout } from "../../../contract/limits.ts";
import type { PhotoSet, ShownPhoto } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { photoAlt } from "../../../contract/photo-names.ts";
import { type GridRow, photosOfPart, photosOfRow } from "../../line/grid-rows.ts";
import type { PhotoPanel } from "../../line/panels.ts";
import { gridSizes, scrollSizes, stripSizes } from "../picture/picture-sizes.ts";
import { Frame, type OpenPhoto } from "./Frame.tsx";
import { widthAt } from "./FrameBox.tsx";

type ShownIn = { album: PhotoSet; layout: AlbumLayout; near: ReadonlySet<number>; onOpen: OpenPhoto };

/** A panel of the strip, or of one column: a photo, or several of the same height. */
export function GroupFrames({ panel: { photos, first, gap }, layout, ...rest }: { panel: PhotoPanel } & ShownIn) {
  const sizesOf = layout === "strip" ? stripSizes : scrollSizes;
  const sizes = (photo: ShownPhoto) => sizesOf(photo, photos);
  const [photo, ...others] = photos;
  if (photo && others.length === 0) {
    return <AlbumFrame element="li" photo={photo} index={first} sizes={sizes} {...rest} />;
  }
  // None is enlarged to be as high as the others.
  const maxHeight = Math.min(...photos.map(({ height }) => height));
  const widest = Math.max(...photos.map((photo) => widthAt(maxHeight, photo)));
  return (
    <li data-gap={gap}>
      {photos.map((photo, index) => (
        <AlbumFrame
          key={photo.id}
          element="div"
          photo={photo}
          index={first + index}
          sizes={sizes}
          maxHeight={maxHeight}
          lackingWidth={layout === "strip" ? widest - widthAt(maxHeight, photo) : 0}
          {...rest}
        />
      ))}
    </li>
  );
}

/** A row of the grid. */
export function RowFrames({ row, ...rest }: { row: GridRow } & ShownIn) {
  const wide = photosOfRow(row);
  return (
    <li data-row="">
      {row.parts.map((panels) => {
        const narrow = photosOfPart(panels);
        const sizes = (photo: ShownPhoto) => gridSizes(photo, { narrow, wide });
        return (
          <div key={narrow[0]?.id}>
            {panels.map(({ photos, first, gap }) => {
              const frames = photos.map((photo, index) => (
                <AlbumFrame key={photo.id} element="div" photo={photo} index={first + index} sizes={sizes} {...rest} />
              ));
              if (gap === 10 || photos.length === 1) return frames;
              return (
                <div key={first} data-gap={gap}>
                  {frames}
                </div>
              );
            })}
          </div>
        );
      })}
    </li>
  );
}

type AlbumFrameProps = Omit<ShownIn, "layout"> & {
  element: "li" | "div";
  photo: ShownPhoto;
  index: number;
  sizes: (photo: ShownPhoto) => string;
  maxHeight?: number;
  lackingWidth?: number;
};

function AlbumFrame({ album, near, sizes, ...rest }: AlbumFrameProps) {
  const { photo, index } = rest;
  const isNear = near.has(photo.id);
  return (
    <Frame
      alt={photoAlt(photo, { album, index })}
      href={paths.photo(album, photo.id)}
      isNear={isNear}
      sizes={isNear ? sizes(photo) : ""}
      {...rest}
    />
  );
}
