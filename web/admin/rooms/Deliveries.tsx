import type { DeliverySize } from "../../../contract/limits.ts";
import type { Delivery } from "../../../contract/rooms.ts";
import { formatDate } from "../../ui/format-date.ts";
import { countPhotos } from "../data/photo-edits.ts";
import styles from "./Rooms.module.css";

const SIZES: Record<DeliverySize, string> = {
  web: "for the web",
  large: "large",
  print: "full size",
  original: "originals",
};

/** Who downloaded what, and when. */
export function Deliveries({ downloads }: { downloads: readonly Delivery[] }) {
  if (downloads.length === 0) return null;
  return (
    <details className={styles.deliveries}>
      <summary>{downloads.length === 1 ? "1 download" : `${downloads.length} downloads`}</summary>
      <ul>
        {downloads.map(({ name, size, photo_count, started_on, finished_on }) => (
          <li key={`${started_on} ${name}`}>
            {formatDate(started_on)}: {name || "Someone with the link"}, {countPhotos(photo_count)},{" "}
            {SIZES[size as DeliverySize]}
            {finished_on === null && ", not finished"}
          </li>
        ))}
      </ul>
    </details>
  );
}
