import { type MouseEvent, useState } from "react";
import type { LinkedPhoto, PageContent } from "../../../contract/pages.ts";
import { photoAlt } from "../../../contract/photo-names.ts";
import { SiteLink } from "../layout/SiteLink.tsx";
import { usePageTitle } from "../page/use-page-title.ts";
import { Cover } from "../picture/Cover.tsx";
import { shapeOf, showcaseSizes } from "../picture/picture-sizes.ts";
import { useSite } from "../router/use-router.ts";
import styles from "./Showcase.module.css";
import { useSlides } from "./use-slides.ts";

type ShowcaseProps = { content: Extract<PageContent, { page: "showcase" }> };

/** One photograph that fills the page, or several one after the other. Without a script it is the first of them. */
export function Showcase({ content }: ShowcaseProps) {
  const { linked_photos: photos } = content;
  const { index, isPlaying, show, toggle } = useSlides(photos.length);
  /** Those that have been shown stay in the page, so that the next one can appear above the last. */
  const [seen, setSeen] = useState<readonly number[]>([0]);
  if (!seen.includes(index)) setSeen([...seen, index]);
  const current = photos[index];
  usePageTitle(content);
  const { name } = useSite();
  if (!current) return null;
  const next = (index + 1) % photos.length;
  return (
    <section className={styles.showcase} aria-label={photos.length > 1 ? "Featured photographs" : undefined}>
      <h1 className="spoken">{name}</h1>
      <div className={styles.frame} data-frame={frameOf(content)}>
        {photos.map((linked, place) =>
          seen.includes(place) || (isPlaying && place === next) ? (
            <Slide
              key={linked.photo.id}
              {...linked}
              kind={content.kind}
              isCurrent={place === index}
              isLead={place === 0}
            />
          ) : null,
        )}
      </div>
      <p className={styles.line}>
        <SiteLink className={styles.title} to={current.url}>
          {current.photo.title || current.album_title}
        </SiteLink>
        {photos.length > 1 && (
          <button className={styles.button} type="button" onClick={toggle}>
            {isPlaying ? "Pause" : "Play"}
          </button>
        )}
      </p>
      {photos.length > 1 && <Numbers photos={photos} index={index} onShow={show} />}
    </section>
  );
}

/** In an upright window. Without one, the photographs fill it. */
function frameOf({ kind, linked_photos }: ShowcaseProps["content"]): "photo" | "3:2" | "4:5" | undefined {
  const shapes = linked_photos.map(({ photo }) => shapeOf(photo));
  if (shapes.every((shape) => shape === "upright")) return undefined;
  if (kind === "photo") return "photo";
  return shapes.every((shape) => shape === "landscape") ? "3:2" : "4:5";
}

type SlideProps = LinkedPhoto & { kind: ShowcaseProps["content"]["kind"]; isCurrent: boolean; isLead: boolean };

function Slide({ photo, url, album_title, kind, isCurrent, isLead }: SlideProps) {
  const name = photoAlt(photo) || photo.title || album_title;
  return (
    <SiteLink
      className={styles.slide}
      to={url}
      data-current={isCurrent || undefined}
      data-shape={shapeOf(photo)}
      aria-hidden={!isCurrent}
      tabIndex={isCurrent ? undefined : -1}
    >
      <Cover photo={photo} sizes={showcaseSizes(kind)} isLead={isLead} alt={name} />
    </SiteLink>
  );
}

type NumbersProps = { photos: LinkedPhoto[]; index: number; onShow: (index: number) => void };

/** Links to the photos, which show them here where a script runs. */
function Numbers({ photos, index, onShow }: NumbersProps) {
  const open = (event: MouseEvent, place: number) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onShow(place);
  };
  return (
    <ol className={styles.numbers} aria-label="Featured photographs">
      {photos.map(({ photo, url }, place) => (
        <li key={photo.id}>
          <a
            href={url}
            aria-label={`Photo ${place + 1} of ${photos.length}`}
            aria-current={place === index || undefined}
            onClick={(event) => open(event, place)}
          >
            {place + 1}
          </a>
        </li>
      ))}
    </ol>
  );
}
