import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { FocalPoint as Point } from "../../../contract/focal-point.ts";
import { type AdminPhoto, changeOf } from "../../../contract/photos.ts";
import { Button } from "../../ui/Button.tsx";
import { TargetIcon } from "../../ui/icons.tsx";
import { useEditPhotos } from "../actions/edit-photos.ts";
import styles from "./FocalPoint.module.css";

const STEP_PERCENT = 2;
/** How long the dot rests before it is saved: a held key moves it many times. */
const REST_MS = 400;
/** Where covers look as long as no point is chosen: faces are usually in the upper part. */
const USUAL: Point = { x: 0.5, y: 0.3 };

/** The preview, with a dot on what every crop keeps in view: dragged, or moved with the arrow keys. */
export function FocalPoint({ photo, children }: { photo: AdminPhoto; children: ReactNode }) {
  const { edit } = useEditPhotos({ isQuiet: true });
  const [isOpen, setOpen] = useState(false);
  // Only while the dot moves: the saved point is in the query cache.
  const [draft, setDraft] = useState<Point | null>(null);
  const point = draft ?? photo.focal_point ?? USUAL;

  const save = (to: Point | null) => {
    setDraft(null);
    void edit([photo.id], { change: changeOf("focal_point", to) });
  };
  return (
    <div className={styles.field}>
      <div className={styles.frame} style={{ aspectRatio: `${photo.width} / ${photo.height}` }}>
        {children}
        {isOpen && <Dot point={point} isMoved={draft !== null} onMove={setDraft} onDrop={() => draft && save(draft)} />}
      </div>
      <div className={styles.buttons}>
        <Button icon={<TargetIcon />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Focal point
        </Button>
        {isOpen && photo.focal_point && (
          <Button kind="quiet" onClick={() => save(null)}>
            Automatic
          </Button>
        )}
      </div>
      {isOpen && <Crops photo={photo} point={draft ?? photo.focal_point} />}
    </div>
  );
}

type DotProps = {
  point: Point;
  isMoved: boolean;
  onMove: (point: Point | null) => void;
  /** The point stays where it was moved to. */
  onDrop: () => void;
};

/** Dragged with the mouse; for the keyboard and screen readers it is two sliders. */
function Dot({ point, isMoved, onMove, onDrop }: DotProps) {
  const across = useRef<HTMLInputElement>(null);
  const [isDragging, setDragging] = useState(false);
  const drop = useEffectEvent(onDrop);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move begins the rest again
  useEffect(() => {
    if (!isMoved || isDragging) return;
    const timer = setTimeout(drop, REST_MS);
    return () => clearTimeout(timer);
  }, [isMoved, isDragging, point.x, point.y]);

  const follow = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onMove(inside((clientX - left) / width, (clientY - top) / height));
  };
  const press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragging(true);
    across.current?.focus();
    follow(event);
  };
  const release = (event: PointerEvent) => {
    if (!isDragging) return;
    setDragging(false);
    if (event.type === "pointercancel") onMove(null);
    else onDrop();
  };
  const slider = { min: 0, max: 100, step: STEP_PERCENT, className: "visually-hidden" };
  const [left, top] = [percent(point.x), percent(point.y)];

  return (
    <div
      className={styles.area}
      title="Drag, or use the arrow keys"
      onPointerDown={press}
      onPointerMove={(event) => isDragging && follow(event)}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <input
        type="range"
        {...slider}
        ref={across}
        aria-label="Focal point, from left to right"
        aria-valuetext={`${left} % from the left`}
        value={left}
        onChange={({ target }) => onMove({ ...point, x: Number(target.value) / 100 })}
      />
      {/* Its arrow up leads up. */}
      <input
        type="range"
        {...slider}
        aria-label="Focal point, from bottom to top"
        aria-orientation="vertical"
        aria-valuetext={`${top} % from the top`}
        value={100 - top}
        onChange={({ target }) => onMove({ ...point, y: 1 - Number(target.value) / 100 })}
      />
      <span className={styles.dot} style={{ left: `${left}%`, top: `${top}%` }} />
    </div>
  );
}

const CROPS = [
  { name: "Thumb", shape: styles.thumb },
  { name: "Home tile", shape: styles.tile },
  { name: "Category cover", shape: styles.cover },
];

/** What visitors will see of the photo. Without a point, the thumb is cropped around what draws the eye. */
function Crops({ photo, point }: { photo: AdminPhoto; point: Point | null }) {
  const { x, y } = point ?? USUAL;
  return (
    <div className={styles.crops}>
      {CROPS.map(({ name, shape }) => (
        <figure key={name}>
          <img
            className={shape}
            src={shape === styles.thumb && !point ? photo.image_urls.thumb : photo.image_urls.medium}
            alt=""
            width={photo.width}
            height={photo.height}
            style={{ objectPosition: `${x * 100}% ${y * 100}%` }}
          />
          <figcaption>{name}</figcaption>
        </figure>
      ))}
    </div>
  );
}

/** In whole percents, and inside the photo. */
const inside = (x: number, y: number): Point => ({ x: share(x), y: share(y) });
const share = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;

const percent = (part: number) => Math.round(part * 100);
