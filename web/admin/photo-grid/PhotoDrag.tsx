import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { photoQuery } from "../data/photos.api.ts";
import { currentAlbumDrop, useAlbumAim } from "../reorder/album-drop.ts";
import { useDropOnAlbum } from "./drop-on-album.ts";
import styles from "./PhotoDrag.module.css";
import type { Selection } from "./selection.ts";

/** A click that slips a little is still a click. */
const SLACK_PX = 6;

type PhotoDragProps = { ids: PhotoId[]; selection: Selection; children: ReactNode };
type Press = { id: PhotoId; x: number; y: number };

/** Photos of a grid without an order of its own can be dragged onto an album of the sidebar, by mouse. */
export function PhotoDrag({ ids, selection, children }: PhotoDragProps) {
  const [press, setPress] = useState<Press | null>(null);
  const [dragged, setDragged] = useState<PhotoId[] | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const dropOnAlbum = useDropOnAlbum();
  useAlbumAim(dragged !== null);

  const latest = useRef({ selection, dropOnAlbum, dragged });
  useEffect(() => {
    latest.current = { selection, dropOnAlbum, dragged };
  });

  useEffect(() => {
    if (!press) return;
    const onMove = (event: PointerEvent) => {
      const { selection, dragged } = latest.current;
      if (!dragged) {
        if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLACK_PX) return;
        setDragged(selection.isSelected(press.id) ? selection.selectedIds : [press.id]);
      }
      ghost.current?.style.setProperty("translate", `${event.clientX + 10}px ${event.clientY + 10}px`);
    };
    const end = () => {
      setPress(null);
      setDragged(null);
    };
    const onUp = () => {
      const drop = currentAlbumDrop();
      const { dropOnAlbum, dragged } = latest.current;
      end();
      if (drop && dragged) dropOnAlbum(dragged, drop);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") end();
    };
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", onUp);
    window.addEventListener("pointercancel", end);
    window.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", end);
      window.removeEventListener("keydown", onKey);
    };
  }, [press]);

  const onPointerDown = (event: ReactPointerEvent) => {
    const tile = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-photo-id]") : null;
    const id = tile ? ids.find((each) => String(each) === tile.dataset.photoId) : undefined;
    if (id === undefined || event.pointerType !== "mouse" || event.button !== 0) return;
    setPress({ id, x: event.clientX, y: event.clientY });
  };

  return (
    <div className={styles.area} onPointerDown={onPointerDown}>
      {children}
      {dragged && press && (
        <div ref={ghost} className={styles.ghost} style={{ translate: `${press.x + 10}px ${press.y + 10}px` }}>
          <Thumbnail id={press.id} />
          {dragged.length > 1 && <span className={styles.count}>{dragged.length.toLocaleString("en")}</span>}
        </div>
      )}
    </div>
  );
}

function Thumbnail({ id }: { id: PhotoId }) {
  const { data: photo } = useQuery(photoQuery(id));
  return photo ? <img src={photo.image_urls.thumb} alt="" width={72} height={72} /> : null;
}
