import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import missingPicture from "./missing-picture.svg?no-inline";
import { type BoxedPhoto, PhotoBox } from "./PhotoBox.tsx";
import styles from "./Slide.module.css";

type SlideProps = {
  photo: BoxedPhoto;
  pictures: SlidePictures;
  alt: string;
  place: "previous" | "current" | "next";
  isZoomed?: boolean;
  children?: ReactNode;
};

export type SlidePictures = {
  /** Shown until the large one is there. */
  first: { avif: string; jpg: string; sizes?: string };
  /** Null while there is none. */
  large: { avif: string; jpg: string; src: string; sizes: string } | null;
  original: string;
  /** With gain maps, where the file has one. `large` is a choice of sizes. */
  hdr?: { first: string; large: string; largest: string } | undefined;
};

/** A photo on the stage. Each larger picture is laid over the smaller one once it is decoded, so nothing flickers. */
export function Slide({ photo, pictures, alt, place, isZoomed = false, children }: SlideProps) {
  const { img, format, fail } = useFormat();
  const { first, large, original, hdr } = pictures;
  const isCurrent = place === "current";
  return (
    <div className={styles.slide} data-place={place} aria-hidden={!isCurrent}>
      <div className={styles.zoom} data-zoom>
        <PhotoBox photo={photo} hasPlaceholder={format !== "none"}>
          <picture>
            {format === "avif" && <HdrSource srcSet={hdr?.first} />}
            {format === "avif" && <source type="image/avif" srcSet={first.avif} sizes={first.sizes} />}
            <img
              ref={img}
              className={format === "none" ? styles.missing : styles.layer}
              src={format === "none" ? missingPicture : first.jpg}
              alt={alt}
              width={photo.width}
              height={photo.height}
              fetchPriority={isCurrent ? "high" : "low"}
              draggable={false}
              onError={fail}
            />
          </picture>
          {large && format !== "none" && (
            <LargerPicture
              photo={photo}
              src={large.src}
              srcSet={large.jpg}
              avif={large.avif}
              hdr={hdr?.large}
              sizes={large.sizes}
            />
          )}
          {isZoomed && format !== "none" && <LargerPicture photo={photo} src={original} hdr={hdr?.largest} />}
          {children}
        </PhotoBox>
      </div>
    </div>
  );
}

/** In every layer: a picture without the gain map over one with it would dim while someone looks. */
const HdrSource = ({ srcSet, sizes }: { srcSet: string | undefined; sizes?: string | undefined }) =>
  srcSet && <source media="(dynamic-range: high)" type="image/jpeg" srcSet={srcSet} sizes={sizes} />;

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

type LargerPictureProps = {
  photo: BoxedPhoto;
  src: string;
  srcSet?: string;
  avif?: string;
  hdr?: string | undefined;
  sizes?: string;
};

function LargerPicture({ photo, src, srcSet, avif, hdr, sizes }: LargerPictureProps) {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <picture>
      <HdrSource srcSet={hdr} sizes={sizes} />
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        className={isLoaded ? styles.loaded : styles.loading}
        src={src}
        srcSet={srcSet}
        sizes={sizes}
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
