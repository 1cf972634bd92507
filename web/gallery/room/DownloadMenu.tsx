import { DELIVERIES, type DeliverySize } from "../../../contract/limits.ts";
import type { VisitedRoom } from "../../../contract/room-visits.ts";
import styles from "./RoomBar.module.css";

type DownloadMenuProps = { room: VisitedRoom; url: string; picksCount: number };

/** Plain links to ZIP files, in a popover that browsers open without JavaScript. */
export function DownloadMenu({ room, url, picksCount }: DownloadMenuProps) {
  const sizes = DELIVERIES[room.download];
  const groups = [
    { heading: "All photos", query: "" },
    ...(picksCount > 0 ? [{ heading: "Chosen photos", query: "&picks=1" }] : []),
  ];
  return (
    <>
      <button className={styles.quiet} type="button" popoverTarget="download-menu">
        Download
      </button>
      <div className={styles.menu} id="download-menu" popover="auto">
        {groups.map(({ heading, query }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            <ul>
              {sizes.map((size) => (
                <li key={size}>
                  <a href={`${url}/download?size=${size}${query}`} download aria-label={`${heading}, ${NAMES[size]}`}>
                    {NAMES[size]}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

const NAMES: Record<DeliverySize, string> = {
  web: "for the web, 2,048 px",
  large: "large, 2,400 px",
  print: "full size, for printing",
  original: "originals",
};
