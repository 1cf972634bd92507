import type { AdminPhoto } from "../../../contract/photos.ts";
import { Slide, type SlidePictures } from "../../stage/Slide.tsx";
import { srcSet } from "../../stage/src-set.ts";
import { photoName } from "../data/photo-name.ts";

type LoupeSlideProps = { photo: AdminPhoto; place: "previous" | "current" | "next"; isZoomed?: boolean };

export function LoupeSlide({ photo, place, isZoomed }: LoupeSlideProps) {
  return (
    <Slide
      photo={photo}
      pictures={picturesOf(photo, place === "current")}
      alt={photo.alt || photoName(photo)}
      place={place}
      isZoomed={isZoomed}
    />
  );
}

/** The large picture only of the photo looked at: a neighbour that is only passed by must not have the server make one. */
function picturesOf(photo: AdminPhoto, isCurrent: boolean): SlidePictures {
  const { image_urls, sources, width, height } = photo;
  const { original } = image_urls;
  return {
    first: { avif: sources.avif.medium, jpg: image_urls.medium },
    large: isCurrent
      ? {
          avif: srcSet(photo, { ...sources.avif, original }),
          jpg: srcSet(photo, image_urls),
          src: image_urls.large,
          sizes: `min(${width}px, 100vw, ${Math.round((width / height) * 100)}vh)`,
        }
      : null,
    original,
    hdr: sources.hdr && {
      first: sources.hdr.medium,
      large: srcSet(photo, sources.hdr),
      largest: sources.hdr.xlarge,
    },
  };
}
