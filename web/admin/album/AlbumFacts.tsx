import type { AdminAlbum } from "../../../contract/albums.ts";
import { formatDateTime } from "../../ui/format-date.ts";
import { useCategories } from "../data/categories.api.ts";
import { isWaiting } from "../data/publish-time.ts";
import styles from "./AlbumFacts.module.css";

/** About the album itself. Its menu has what can be done with it. */
export function AlbumFacts({ album, count }: { album: AdminAlbum; count: number }) {
  const category = useCategories().find(({ key }) => key === album.category)?.name ?? album.category;
  const facts = [
    ["Visitors", whatVisitorsSee(album)],
    ["Category", category],
    ["Photos", count.toLocaleString("en")],
    ["Featured", album.featured ? "Yes, among its category and on the home page" : "No"],
    ["Address", album.url],
  ];
  return (
    <section className={styles.album} aria-label="About this album">
      {album.cover_image && <img src={album.cover_image} alt="Its cover" width={300} height={200} />}
      {album.description && <p className={styles.description}>{album.description}</p>}
      <dl>
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {count > 0 && <p className={styles.hint}>Select a photo to see and edit its details.</p>}
    </section>
  );
}

function whatVisitorsSee(album: AdminAlbum): string {
  if (album.status === "draft") return "do not see it: a draft";
  return isWaiting(album) ? `see it from ${formatDateTime(album.publish_on ?? "")} on` : "see it";
}
