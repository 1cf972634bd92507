import { useEffect, useState } from "react";
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
  const [isMissing, setMissing] = useState(false);
  const isLargeReady = useLarge(photo);
  const isCurrent = place === "current";
  return (
    <div className={styles.slide} data-place={place} aria-hidden={!isCurrent}>
      <div className={styles.zoom} data-zoom>
        <PhotoBox photo={photo} hasPlaceholder>
          <picture>
            <source type="image/avif" srcSet={picturePath(photo, "medium", "avif")} />
            <img
              className={styles.layer}
              src={isMissing ? missingPicture : picturePath(photo, "medium", "jpg")}
              alt={alt}
              width={photo.width}
              height={photo.height}
              fetchPriority={isCurrent ? "high" : "low"}
              draggable={false}
              onError={() => setMissing(true)}
            />
          </picture>
          {isLargeReady && <LargerPicture name="large" photo={photo} />}
          {isZoomed && <LargerPicture name="original" photo={photo} />}
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
