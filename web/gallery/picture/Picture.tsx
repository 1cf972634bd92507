import { useEffect, useRef, useState } from "react";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { picturePath } from "../../../contract/paths.ts";
import { HdrSource } from "./HdrSource.tsx";
import styles from "./Picture.module.css";
import { srcSet } from "./picture-sizes.ts";

type PictureProps = {
  photo: ShownPhoto;
  alt: string;
  sizes: string;
  /** The page's first picture: fetched before anything else. */
  isLead?: boolean;
  /** Only for pictures added by script: without JavaScript they would stay invisible. */
  fadesIn?: boolean;
  onMissing?: () => void;
};

/** A photo that fills the positioned element around it. */
export function Picture({ photo, alt, sizes, isLead = false, fadesIn = false, onMissing }: PictureProps) {
  const img = useRef<HTMLImageElement>(null);
  const [isShown, setShown] = useState(!fadesIn);

  useEffect(() => {
    // Loaded or failed before hydration, so no event will fire.
    if (!img.current?.complete || !img.current.src) return;
    if (img.current.naturalWidth === 0) onMissing?.();
    else setShown(true);
  }, [onMissing]);

  return (
    <picture>
      <HdrSource photo={photo} sizes={sizes} />
      <source type="image/avif" srcSet={srcSet(photo, "avif")} sizes={sizes} />
      <img
        ref={img}
        className={isShown ? styles.photo : styles.loading}
        src={picturePath(photo, "medium", "jpg")}
        srcSet={srcSet(photo, "jpg")}
        sizes={sizes}
        alt={alt}
        width={photo.width}
        height={photo.height}
        loading={isLead ? "eager" : "lazy"}
        fetchPriority={isLead ? "high" : "auto"}
        decoding="async"
        draggable={false}
        onLoad={() => setShown(true)}
        onError={onMissing}
      />
    </picture>
  );
}
