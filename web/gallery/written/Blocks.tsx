import type { ShownAlbum, ShownBlock, ShownWrittenPage } from "../../../contract/pages.ts";
import { photoAlt } from "../../../contract/photo-names.ts";
import type { ListedEntry } from "../../../contract/written-pages.ts";
import { Cover } from "../picture/Cover.tsx";
import { Picture } from "../picture/Picture.tsx";
import { rowSizes, textCoverSizes } from "../picture/picture-sizes.ts";
import styles from "./Blocks.module.css";
import { FormattedText } from "./FormattedText.tsx";
import { formatDay } from "./format-day.ts";

// A page as visitors see it, and as its owner edits it. No router here: its links are plain ones.

export function PageHead({ kind, title, published_on }: Pick<ShownWrittenPage, "kind" | "title" | "published_on">) {
  return (
    <header className={styles.head}>
      {kind === "entry" && published_on && (
        <p className={styles.date}>
          <time dateTime={published_on}>{formatDay(published_on)}</time>
        </p>
      )}
      <h1 className={styles.title}>{title}</h1>
    </header>
  );
}

export function BlockView({ block, isLead = false }: { block: ShownBlock; isLead?: boolean }) {
  switch (block.kind) {
    case "heading":
      return block.text && <h2 className={styles.heading}>{block.text}</h2>;
    case "text":
      return (
        <div className={styles.text}>
          <FormattedText text={block.text} />
        </div>
      );
    case "quote":
      return (
        <figure className={styles.quote}>
          <blockquote>
            <p>{block.text}</p>
          </blockquote>
          {block.by && <figcaption>{block.by}</figcaption>}
        </figure>
      );
    case "photos":
      return <Photos {...block} isLead={isLead} />;
    case "album":
      return <AlbumLink album={block.album} />;
    case "entries":
      return block.entries.length > 0 && <Entries entries={block.entries} />;
  }
}

type PhotosProps = Omit<Extract<ShownBlock, { kind: "photos" }>, "kind"> & { isLead: boolean };

/** Whole, side by side at the same height. */
function Photos({ photos, caption, isLead }: PhotosProps) {
  const sizes = rowSizes(photos);
  return (
    <figure className={styles.photos}>
      <div className={styles.row}>
        {photos.map(({ photo, url, album_title }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a photo may be there twice
          <a key={index} href={url}>
            {/* Two SVGs give the link the photo's shape, as in album/FrameBox.tsx: the content policy allows no style attributes. */}
            <svg width={photo.width} height={photo.height} aria-hidden="true" />
            <svg viewBox={`0 0 ${photo.width} ${photo.height}`} aria-hidden="true">
              <image href={photo.placeholder} width={photo.width} height={photo.height} preserveAspectRatio="none" />
            </svg>
            <Picture
              photo={photo}
              alt={photoAlt(photo) || `Photograph, ${album_title}`}
              sizes={sizes(photo)}
              isLead={isLead && index === 0}
            />
          </a>
        ))}
      </div>
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

function AlbumLink({ album }: { album: ShownAlbum }) {
  const { url, title, cover, photo_count } = album;
  return (
    <a className={styles.album} href={url}>
      <span className={styles.cover}>
        <Cover photo={cover} sizes={textCoverSizes} alt="" />
      </span>
      <span className={styles.albumTitle}>{title}</span>
      <span className={styles.count}>{photo_count === 1 ? "1 photo" : `${photo_count} photos`}</span>
    </a>
  );
}

function Entries({ entries }: { entries: readonly ListedEntry[] }) {
  return (
    <ul className={styles.entries}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be the same
        <li key={index} data-again={isSameYear(entry, entries[index - 1]) || undefined}>
          <span className={styles.year}>{entry.year}</span>
          <span className={styles.entry}>
            {entry.url ? <a href={entry.url}>{entry.title}</a> : <span className={styles.what}>{entry.title}</span>}
            {entry.place && <span className={styles.place}>{` ${entry.place}`}</span>}
            {entry.note && <span className={styles.note}>{` ${entry.note}`}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The eye reads a year once. */
const isSameYear = (entry: ListedEntry, before: ListedEntry | undefined) =>
  before !== undefined && entry.year !== "" && String(before.year) === String(entry.year);
