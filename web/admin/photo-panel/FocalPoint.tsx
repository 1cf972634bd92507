import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import type { FocalPoint as Point } from "../../../contract/focal-point.ts";
import { type AdminPhoto, changeOf } from "../../../contract/photos.ts";
import { announce } from "../../ui/Announcer.tsx";
import { Button } from "../../ui/Button.tsx";
import { TargetIcon } from "../../ui/icons.tsx";
import { useEditPhotos } from "../actions/edit-photos.ts";
import styles from "./FocalPoint.module.css";

const STEP = 0.02;
const LARGE_STEP = 0.1;
/** Where covers look as long as no point is chosen: faces are usually in the upper part. */
const USUAL: Point = { x: 0.5, y: 0.3 };

const DIRECTIONS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

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

function Dot({ point, isMoved, onMove, onDrop }: DotProps) {
  const dot = useRef<HTMLButtonElement>(null);
  const isDragging = useRef(false);

  const follow = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onMove(inside((clientX - left) / width, (clientY - top) / height));
  };
  const press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    isDragging.current = true;
    dot.current?.focus();
    follow(event);
  };
  const release = (event: PointerEvent) => {
    if (!isDragging.current) return;
    isDragging.current = false;
    if (event.type === "pointercancel") onMove(null);
    else onDrop();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    const step = event.shiftKey ? LARGE_STEP : STEP;
    if (direction) onMove(inside(point.x + direction.x * step, point.y + direction.y * step));
    else if (event.key === "Escape" && isMoved) onMove(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Saved once per press, however long the key is held.
  const onKeyUp = ({ key }: KeyboardEvent) => {
    if (!DIRECTIONS[key] || !isMoved) return;
    announce(describe(point));
    onDrop();
  };

  return (
    <div
      className={styles.area}
      onPointerDown={press}
      onPointerMove={(event) => isDragging.current && follow(event)}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <button
        ref={dot}
        type="button"
        className={styles.dot}
        style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
        aria-label={`Focal point, ${describe(point)}`}
        title="Drag, or use the arrow keys"
        onKeyDown={onKeyDown}
        onKeyUp={onKeyUp}
        onBlur={() => isMoved && !isDragging.current && onDrop()}
      />
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

const describe = ({ x, y }: Point) => `${Math.round(x * 100)} % from the left, ${Math.round(y * 100)} % from the top`;
