import { paths } from "../../../contract/paths.ts";
import type { SitePicture } from "../../../contract/site.ts";
import { coverClass } from "../picture/Cover.tsx";
import styles from "../picture/Picture.module.css";

/** As large as in ContactPage.module.css. */
const SIZES = "(max-width: 768px) 100vw, 38vw";

/** The portrait that the owner has uploaded, which is no photo of the library. */
export function SitePortrait({ portrait, name }: { portrait: SitePicture; name: string }) {
  const scale = Math.min(1, 2400 / Math.max(portrait.width, portrait.height));
  const widthAt = (edge: number) =>
    Math.round(portrait.width * Math.min(scale, edge / Math.max(portrait.width, portrait.height)));
  const srcSet = (extension: string) =>
    (["small", "medium", "large"] as const)
      .map((size) => `${paths.sitePicture("portrait", portrait, `${size}.${extension}`)} ${widthAt(EDGES[size])}w`)
      .join(", ");
  return (
    <span className={coverClass(portrait.focal_point)}>
      <picture>
        <source type="image/avif" srcSet={srcSet("avif")} sizes={SIZES} />
        <img
          className={styles.photo}
          src={paths.sitePicture("portrait", portrait, "medium.jpg")}
          srcSet={srcSet("jpg")}
          sizes={SIZES}
          alt={name}
          width={portrait.width}
          height={portrait.height}
          fetchPriority="high"
          decoding="async"
        />
      </picture>
    </span>
  );
}

const EDGES = { small: 800, medium: 1200, large: 2400 };
