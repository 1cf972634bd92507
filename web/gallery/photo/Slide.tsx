import { useCallback, useEffect, useRef, useState } from "react";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { picturePath } from "../../../contract/paths.ts";
import missingPicture from "../picture/missing-picture.svg?no-inline";
import { PhotoBox } from "../picture/PhotoBox.tsx";
import { srcSet, viewerSizes } from "../picture/picture-sizes.ts";
import { prepareLarge } from "./prepare-large.ts";
import styles from "./Slide.module.css";

type SlideProps = { photo: ShownPhoto; alt: string; place: "previous" | "current" | "next"; isZoomed?: boolean };

/** A photo in the viewer. Each larger picture is laid over the smaller one once it is decoded, so nothing flickers. */
export function Slide({ photo, alt, place, isZoomed = false }: SlideProps) {
  const { img, format, fail } = useFormat();
  const isLargeReady = useLarge(photo);
  const isCurrent = place === "current";
  return (
    <div className={styles.slide} data-place={place} aria-hidden={!isCurrent}>
      <div className={styles.zoom} data-zoom>
        <PhotoBox photo={photo} hasPlaceholder={format !== "none"}>
          <picture>
            {format === "avif" && <source type="image/avif" srcSet={picturePath(photo, "medium", "avif")} />}
            <img
              ref={img}
              className={format === "none" ? styles.missing : styles.layer}
              src={format === "none" ? missingPicture : picturePath(photo, "medium", "jpg")}
              alt={alt}
              width={photo.width}
              height={photo.height}
              fetchPriority={isCurrent ? "high" : "low"}
              draggable={false}
              onError={fail}
            />
          </picture>
          {isLargeReady && format !== "none" && <LargerPicture name="large" photo={photo} />}
          {isZoomed && format !== "none" && <LargerPicture name="original" photo={photo} />}
          {isCurrent && (
            <noscript>
              <picture>
                <source type="image/avif" srcSet={srcSet(photo, "avif")} sizes={viewerSizes(photo)} />
                <img
                  className={styles.layer}
                  src={picturePath(photo, "large", "jpg")}
                  alt=""
                  width={photo.width}
                  height={photo.height}
                />
              </picture>
            </noscript>
          )}
        </PhotoBox>
      </div>
    </div>
  );
}

/**
 * A browser does not fall back to the next format when a picture fails to load: the first failure leaves out the AVIF,
 * the second shows the placeholder.
 */
function useFormat() {
  const img = useRef<HTMLImageElement>(null);
  const [format, setFormat] = useState<"avif" | "jpeg" | "none">("avif");
  const fail = useCallback(() => setFormat((before) => (before === "avif" ? "jpeg" : "none")), []);
  useEffect(() => {
    // Failed before hydration, so no event will fire.
    if (img.current?.complete && img.current.naturalWidth === 0) fail();
  }, [fail]);
  return { img, format, fail };
}

function LargerPicture({ photo, name }: { photo: ShownPhoto; name: "large" | "original" }) {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <picture>
      {name === "large" && <source type="image/avif" srcSet={srcSet(photo, "avif")} sizes={viewerSizes(photo)} />}
      <img
        className={isLoaded ? styles.loaded : styles.loading}
        src={picturePath(photo, name, "jpg")}
        srcSet={name === "large" ? srcSet(photo, "jpg") : undefined}
        sizes={name === "large" ? viewerSizes(photo) : undefined}
        alt=""
        width={photo.width}
        height={photo.height}
        draggable={false}
        onLoad={({ currentTarget }) =>
          currentTarget.decode().then(
            () => setLoaded(true),
            () => setLoaded(true),
          )
        }
      />
    </picture>
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
