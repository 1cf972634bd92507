import { useEffect, useState } from "react";
import type { ShownPhoto } from "../../../contract/pages.ts";
import missingPicture from "../picture/missing-picture.svg?no-inline";
import { PhotoBox } from "../picture/PhotoBox.tsx";
import { photoAlt } from "../picture/photo-alt.ts";
import { prepareLarge } from "./prepare-large.ts";
import styles from "./Slide.module.css";

type SlideProps = { photo: ShownPhoto; place: "previous" | "current" | "next"; isZoomed?: boolean };

/** A photo of the viewer. What is finer lies over what is coarser and appears when it is all there, so nothing flashes. */
export function Slide({ photo, place, isZoomed = false }: SlideProps) {
  const [isMissing, setMissing] = useState(false);
  const isLargeReady = useLarge(photo);
  const isCurrent = place === "current";
  return (
    <div className={styles.slide} data-place={place} aria-hidden={!isCurrent}>
      <div className={styles.zoom} data-zoom>
        <PhotoBox photo={photo} hasPlaceholder>
          <picture>
            <source type="image/avif" srcSet={photo.sources.avif.medium} />
            <img
              className={styles.layer}
              src={isMissing ? missingPicture : photo.image_urls.medium}
              alt={photoAlt(photo)}
              width={photo.width}
              height={photo.height}
              fetchPriority={isCurrent ? "high" : "low"}
              draggable={false}
              onError={() => setMissing(true)}
            />
          </picture>
          {isLargeReady && <Finer avif={photo.sources.avif.large} jpeg={photo.image_urls.large} photo={photo} />}
          {isZoomed && <Finer jpeg={photo.image_urls.original} photo={photo} />}
          {isCurrent && (
            <noscript>
              <picture>
                <source type="image/avif" srcSet={photo.sources.avif.large} />
                <img
                  className={styles.layer}
                  src={photo.image_urls.large}
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

function Finer({ avif, jpeg, photo }: { avif?: string; jpeg: string; photo: ShownPhoto }) {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} />}
      <img
        className={isLoaded ? styles.finer : styles.coming}
        src={jpeg}
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
    prepareLarge(photo).then((isThere) => isWanted && setReady(isThere));
    return () => {
      isWanted = false;
    };
  }, [photo]);
  return isReady;
}
