import type { AdminPhoto } from "../../../contract/photos.ts";
import { photoName } from "../data/photo-name.ts";
import { FocalPoint } from "./FocalPoint.tsx";
import styles from "./PhotoPreview.module.css";

const STACKED_MAX = 4;

/** The whole photo, uncropped; for several photos, a stack of the first few. */
export function PhotoPreview({ photos, count }: { photos: AdminPhoto[]; count: number }) {
  const [photo] = photos;
  if (!photo) return null;
  if (count > 1) {
    return (
      <div className={styles.stack}>
        {photos.slice(0, STACKED_MAX).map(({ id, image_urls }) => (
          <img key={id} src={image_urls.thumb} alt="" width={300} height={300} />
        ))}
      </div>
    );
  }
  return (
    <FocalPoint photo={photo}>
      <picture className={styles.whole}>
        <source type="image/avif" srcSet={photo.sources.avif.medium} />
        <img
          src={photo.image_urls.medium}
          alt={photo.alt || photoName(photo)}
          width={photo.width}
          height={photo.height}
          style={{ backgroundImage: `url("${photo.placeholder}")` }}
        />
      </picture>
    </FocalPoint>
  );
}
