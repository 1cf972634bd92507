import { useContext, useEffect, useState } from "react";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { picturePath } from "../../../contract/paths.ts";
import slide from "../../stage/Slide.module.css";
import { Slide } from "../../stage/Slide.tsx";
import { firstSrcSet, hdrSrcSet, srcSet, viewerSizes } from "../picture/picture-sizes.ts";
import { prepareLarge } from "./prepare-large.ts";
import { SlideOverlayContext } from "./slide-overlay.ts";

type PhotoSlideProps = { photo: ShownPhoto; alt: string; place: "previous" | "current" | "next"; isZoomed?: boolean };

export function PhotoSlide({ photo, alt, place, isZoomed }: PhotoSlideProps) {
  const isLargeReady = useLarge(photo);
  const Overlay = useContext(SlideOverlayContext);
  // A room may not offer the originals.
  const largest = photo.room_pictures?.has_original === false ? "xlarge" : "original";
  const sizes = viewerSizes(photo);
  const large = {
    avif: srcSet(photo, "avif"),
    jpg: srcSet(photo, "jpg"),
    src: picturePath(photo, "large", "jpg"),
    sizes,
  };
  return (
    <Slide
      photo={photo}
      pictures={{
        first: { avif: firstSrcSet(photo), jpg: picturePath(photo, "medium", "jpg"), sizes },
        large: isLargeReady ? large : null,
        original: picturePath(photo, largest, "jpg"),
        hdr: photo.hdr
          ? {
              first: picturePath(photo, "medium", "hdr.jpg"),
              large: hdrSrcSet(photo),
              largest: picturePath(photo, "xlarge", "hdr.jpg"),
            }
          : undefined,
      }}
      alt={alt}
      place={place}
      isZoomed={isZoomed}
    >
      {place === "current" && Overlay && <Overlay photo={photo} />}
      {place === "current" && (
        <noscript>
          <picture>
            <source type="image/avif" srcSet={large.avif} sizes={sizes} />
            <img className={slide.layer} src={large.src} alt="" width={photo.width} height={photo.height} />
          </picture>
        </noscript>
      )}
    </Slide>
  );
}

function useLarge(photo: ShownPhoto): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let isWanted = true;
    prepareLarge(photo).then((isReady) => isWanted && setReady(isReady));
    return () => {
      isWanted = false;
    };
  }, [photo]);
  return isReady;
}
