import { type KeyboardEvent, useEffect, useRef } from "react";
import type { PhotoSet, ShownPhoto } from "../../../contract/pages.ts";
import { photoAlt } from "../../../contract/photo-names.ts";
import { CloseIcon } from "../../stage/icons.tsx";
import { PhotoBox } from "../../stage/PhotoBox.tsx";
import { countOf } from "../page/count-of.ts";
import { Picture } from "../picture/Picture.tsx";
import { overviewSizes } from "../picture/picture-sizes.ts";
import styles from "./Overview.module.css";

type OverviewProps = {
  album: PhotoSet;
  photos: ShownPhoto[];
  /** The place of the photo in view. */
  current: number;
  onChoose: (index: number) => void;
  onClose: () => void;
};

/** All photos, small. One of them is chosen, and the strip shows it. */
export function Overview({ album, photos, current, onChoose, onClose }: OverviewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // It may still change: the strip has just been moved.
  useEffect(() => {
    dialog.current?.querySelectorAll<HTMLElement>("li > button")[current]?.focus();
  }, [current]);

  // The browser returns the focus when the dialog closes, so that the strip takes it afterwards.
  const choose = (index: number) => {
    dialog.current?.close();
    onChoose(index);
  };
  const press = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key.toLowerCase() === "o") dialog.current?.close();
    const item = document.activeElement?.closest("li");
    if (event.key === "ArrowRight") item?.nextElementSibling?.querySelector("button")?.focus();
    if (event.key === "ArrowLeft") item?.previousElementSibling?.querySelector("button")?.focus();
  };

  return (
    <dialog className={styles.overview} ref={dialog} aria-label="Overview" onClose={onClose} onKeyDown={press}>
      <header className={styles.header}>
        <p>{countOf(photos.length, "photo")}</p>
        <button type="button" aria-label="Close" onClick={() => dialog.current?.close()}>
          <CloseIcon />
        </button>
      </header>
      <ol className={styles.photos}>
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <button
              type="button"
              aria-label={photoAlt(photo, { album, index })}
              aria-current={index === current || undefined}
              onClick={() => choose(index)}
            >
              <PhotoBox photo={photo} hasPlaceholder>
                <Picture photo={photo} alt="" sizes={overviewSizes(photo, photos.length)} fadesIn />
              </PhotoBox>
            </button>
          </li>
        ))}
      </ol>
    </dialog>
  );
}
