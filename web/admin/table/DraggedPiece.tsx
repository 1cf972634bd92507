import { createPortal } from "react-dom";
import styles from "./DraggedPiece.module.css";
import type { PhotoOf } from "./describe-piece.ts";
import type { Line } from "./line.ts";
import type { Dragged } from "./use-drag.ts";

type DraggedPieceProps = { dragged: Dragged; line: Line; photoOf: PhotoOf; height: number };

/** What is under the pointer stays in view. */
const BESIDE_PX = 10;

/** Beside the pointer, at the end of the page: nothing may clip it. */
export function DraggedPiece({ dragged: { mark, x, y }, line, photoOf, height }: DraggedPieceProps) {
  const photo = typeof mark === "number" ? photoOf(mark) : undefined;
  const piece = line.find((each) => each.kind !== "photos" && each.key === mark);
  const word = piece?.kind === "text" || mark === "new-text" ? "Text" : "Pause";
  const px = Math.min(height, 72);
  const style = { transform: `translate(${x + BESIDE_PX}px, ${y + BESIDE_PX}px)`, height: px };
  return createPortal(
    <div className={styles.dragged} style={style} aria-hidden="true">
      {photo ? (
        <img src={photo.image_urls.medium} alt="" width={(px * photo.width) / photo.height} height={px} />
      ) : (
        <span className={styles.word}>{word}</span>
      )}
    </div>,
    document.body,
  );
}
