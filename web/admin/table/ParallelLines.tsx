import { useMemo } from "react";
import type { PhotoId } from "../../../contract/photos.ts";
import { describePiece, numbersIn, type PhotoOf } from "./describe-piece.ts";
import { type Layout, layStrip, STRIP_GAPS } from "./layout.ts";
import { isPhotos, type Line, photosIn } from "./line.ts";
import { movedPhotos } from "./line-text.ts";
import styles from "./ParallelLines.module.css";
import { PieceView } from "./PieceView.tsx";

type NamedLine = { name: string; line: Line };
type ParallelLinesProps = { one: NamedLine; other: NamedLine; photoOf: PhotoOf };

const HEIGHT_PX = 96;

/** Two lines, one above the other, which scroll together. What is elsewhere in the other is marked in both. */
export function ParallelLines({ one, other, photoOf }: ParallelLinesProps) {
  const moved = useMemo(() => movedPhotos(one.line, other.line), [one.line, other.line]);
  return (
    <div className={styles.lines}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard */}
      <section className={styles.scroller} tabIndex={0} aria-label={`${one.name} and ${other.name}`}>
        <SmallLine {...one} moved={moved} photoOf={photoOf} />
        <SmallLine {...other} moved={moved} photoOf={photoOf} />
      </section>
      <p className={styles.note}>
        {moved.size === 0
          ? "The photos are in the same order."
          : `${moved.size === 1 ? "1 photo is" : `${moved.size} photos are`} elsewhere; marked in both lines.`}
      </p>
    </div>
  );
}

type SmallLineProps = NamedLine & { moved: ReadonlySet<PhotoId>; photoOf: PhotoOf };

function SmallLine({ name, line, moved, photoOf }: SmallLineProps) {
  const layout: Layout = useMemo(() => {
    const aspectOf = (id: PhotoId) => {
      const photo = photoOf(id);
      return photo ? photo.width / photo.height : 1.5;
    };
    return layStrip(line, aspectOf, { height: HEIGHT_PX, gap: STRIP_GAPS.none });
  }, [line, photoOf]);
  const numbers = useMemo(() => numbersIn(line), [line]);
  const count = photosIn(line).length;
  return (
    <div className={styles.row} style={{ width: layout.width }}>
      <p className={styles.name}>{name}</p>
      <ul className={styles.pieces} style={{ height: layout.height }}>
        {layout.placed.map((placed) => {
          const { piece, index } = placed;
          const isMoved = isPhotos(piece) && piece.photo_ids.some((id) => moved.has(id));
          const label = describePiece(piece, numbers[index] ?? 0, count, photoOf);
          return (
            <li key={isPhotos(piece) ? piece.photo_ids[0] : piece.key} data-moved={isMoved || undefined}>
              <PieceView
                placed={placed}
                view="strip"
                label={isMoved ? `${label}, is elsewhere` : label}
                isHeld={isMoved}
                photoOf={photoOf}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
