import type { Ref } from "react";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { formatDate } from "../../ui/format-date.ts";
import { DetailsIcon } from "../picture/icons.tsx";
import styles from "./PhotoDetails.module.css";

/** Title, caption and camera data. A <details> element, so that it also opens without JavaScript. */
export function PhotoDetails({ photo, ref }: { photo: ShownPhoto; ref: Ref<HTMLDetailsElement> }) {
  const facts = factsOf(photo);
  return (
    <details className={styles.details} ref={ref}>
      <summary aria-label="Photo details">
        <DetailsIcon />
      </summary>
      <div className={styles.panel}>
        {photo.title && <p className={styles.title}>{photo.title}</p>}
        {photo.caption && <p className={styles.caption}>{photo.caption}</p>}
        <dl className={styles.facts}>
          {facts.map(([name, fact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  );
}

function factsOf({ exif, captured_on, license }: ShownPhoto): [string, string][] {
  const facts: [string, string | undefined][] = [
    ["Camera", exif.camera],
    ["Lens", exif.lens],
    ["Focal length", exif.focal_length],
    ["Aperture", exif.aperture],
    ["Shutter", exif.shutter],
    ["ISO", exif.iso?.toString()],
    ["Taken", captured_on === null ? undefined : formatDate(captured_on)],
    ["License", license],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}
