import { DELIVERIES, type DeliverySize } from "../../../contract/limits.ts";
import type { VisitedRoom } from "../../../contract/room-visits.ts";
import styles from "./RoomBar.module.css";

type DownloadMenuProps = { room: VisitedRoom; url: string; picksCount: number };

/** Plain links to ZIP files, in a popover that browsers open without JavaScript. */
export function DownloadMenu({ room, url, picksCount }: DownloadMenuProps) {
  const sizes = DELIVERIES[room.download];
  const links = sizes.flatMap((size) => [
    { text: `All photos, ${NAMES[size]}`, href: `${url}/download?size=${size}` },
    ...(picksCount > 0
      ? [{ text: `Chosen photos, ${NAMES[size]}`, href: `${url}/download?size=${size}&picks=1` }]
      : []),
  ]);
  return (
    <>
      <button className={styles.quiet} type="button" popoverTarget="download-menu">
        Download
      </button>
      <div className={styles.menu} id="download-menu" popover="auto">
        <ul>
          {links.map(({ text, href }) => (
            <li key={href}>
              <a href={href} download>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

const NAMES: Record<DeliverySize, string> = {
  web: "for the web",
  large: "large",
  print: "full size, for printing",
  original: "originals",
};
