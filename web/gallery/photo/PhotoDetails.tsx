import { type Ref, useEffect, useState } from "react";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { formatDate } from "../../ui/format-date.ts";
import { SiteLink } from "../layout/SiteLink.tsx";
import styles from "./PhotoDetails.module.css";
import type { ShortcutsSwitch } from "./use-shortcuts-switch.ts";

type PhotoDetailsProps = {
  photo: ShownPhoto;
  shortcuts: ShortcutsSwitch;
  /** What else a letter does. */
  moreKeys: string | undefined;
  ref: Ref<HTMLDetailsElement>;
};

/** Title, caption and camera data. A <details> element, so that it also opens without JavaScript. */
export function PhotoDetails({ photo, shortcuts, moreKeys, ref }: PhotoDetailsProps) {
  const facts = factsOf(photo);
  return (
    <details className={styles.details} name="viewer-panel" ref={ref}>
      <summary className={styles.summary} data-control>
        Details
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
          {/* Tags lead to public pages, where the photos of a room may not be. */}
          {!photo.room_pictures && <Tags tags={photo.tags} />}
        </dl>
        <Shortcuts {...shortcuts} keys={["I details", "F full screen", "Z zoom", ...(moreKeys ? [moreKeys] : [])]} />
      </div>
    </details>
  );
}

function Tags({ tags }: { tags: string[] }) {
  // In a URL, a browser would take these for folders.
  const linked = tags.filter((tag) => tag !== "." && tag !== "..");
  if (linked.length === 0) return null;
  return (
    <div>
      <dt>Tags</dt>
      <dd className={styles.tags}>
        {linked.map((tag) => (
          <SiteLink key={tag} to={paths.tag(tag)}>
            {tag}
          </SiteLink>
        ))}
      </dd>
    </div>
  );
}

/** Only where there is a program to act on them. */
function Shortcuts({ isOn, toggle, keys }: ShortcutsSwitch & { keys: string[] }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  if (!isShown) return null;
  return (
    <div className={styles.shortcuts}>
      <button type="button" role="switch" aria-checked={isOn} onClick={toggle}>
        Shortcuts
      </button>
      <p>{keys.join(", ")}</p>
    </div>
  );
}

function factsOf({ exif, captured_on, creator, copyright, license }: ShownPhoto): [string, string][] {
  const facts: [string, string | undefined][] = [
    ["Camera", exif.camera],
    ["Lens", exif.lens],
    ["Focal length", exif.focal_length],
    ["Aperture", exif.aperture],
    ["Shutter", exif.shutter],
    ["ISO", exif.iso?.toString()],
    ["Taken", captured_on === null ? undefined : formatDate(captured_on)],
    ["Creator", creator ?? undefined],
    ["Copyright", copyright ?? undefined],
    ["License", license],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}
