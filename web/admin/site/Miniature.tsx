import type { HomeKind } from "../../../contract/look.ts";
import type { AdminPhoto } from "../../../contract/photos.ts";
import type { Look, SiteSettings } from "../../../contract/site.ts";
import "../page/site-type.css";
import styles from "./Miniature.module.css";

/** What a picture of the page shows: one of the home pages, or the name alone, large. */
export type Scene = HomeKind | "name";

type MiniatureProps = { site: Pick<SiteSettings, "name" | "tagline">; look: Look; scene: Scene; photos: AdminPhoto[] };

/** The owner's own page, small: their name and their photographs in this look. */
export function Miniature({ site, look, scene, photos }: MiniatureProps) {
  const { scheme, paper, margin, titles, captions, typeface } = look;
  const attributes = { scheme, paper, margin, titles, captions, typeface };
  const data = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`data-${name}`, value]));
  return (
    <span className={styles.page} data-scene={scene} {...data} aria-hidden="true">
      <span className={styles.header}>
        <span className={styles.name}>{site.name}</span>
        <span className={styles.menu} />
      </span>
      {scene === "name" && <span className={styles.sans}>{site.tagline || "Photographs"}</span>}
      {scene === "categories" && <Covers photos={photos} />}
      {(scene === "photo" || scene === "slideshow") && <Whole photo={photos[0]} isOneOfMany={scene === "slideshow"} />}
      {scene === "album" && <Line photos={photos} />}
    </span>
  );
}

function Covers({ photos }: { photos: AdminPhoto[] }) {
  return (
    <span className={styles.covers}>
      {[0, 1, 2].map((index) => (
        <span key={index} className={styles.tile}>
          <Photo photo={photos[index]} />
          <span className={styles.label} />
        </span>
      ))}
    </span>
  );
}

function Whole({ photo, isOneOfMany }: { photo: AdminPhoto | undefined; isOneOfMany: boolean }) {
  return (
    <>
      <Photo photo={photo} />
      <span className={styles.foot}>
        <span className={styles.label} />
        {isOneOfMany && <span className={styles.numbers}>1 2 3 4</span>}
      </span>
    </>
  );
}

function Line({ photos }: { photos: AdminPhoto[] }) {
  return (
    <span className={styles.line}>
      <span className={styles.title}>
        <span className={styles.label} />
        <span className={styles.label} />
      </span>
      {[0, 1].map((index) => (
        <span key={index} className={styles.frame}>
          <Photo photo={photos[index]} />
          <span className={styles.caption} />
        </span>
      ))}
    </span>
  );
}

function Photo({ photo }: { photo: AdminPhoto | undefined }) {
  if (!photo) return <span className={styles.photo} />;
  return (
    <img
      className={styles.photo}
      src={photo.image_urls.medium}
      alt=""
      width={photo.width}
      height={photo.height}
      loading="lazy"
    />
  );
}
