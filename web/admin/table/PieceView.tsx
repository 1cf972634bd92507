import { memo } from "react";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import siteType from "../../line/TextPanel.module.css";
import type { PhotoOf } from "./describe-piece.ts";
import { type PhotoBox, type Placed, SCREEN } from "./layout.ts";
import { isPhotos, type Piece } from "./line.ts";
import styles from "./PieceView.module.css";

type PieceViewProps = {
  placed: Placed;
  /** On the surface, texts and pauses are cards; in the line they are as visitors see them. */
  view: "prints" | "strip";
  label: string;
  /** In hand, or marked. */
  isHeld: boolean;
  photoOf: PhotoOf;
  /** In a list of which one can be taken in hand. */
  option?: { id: string; count: number; dragged: PhotoId | string | undefined };
};

/** One panel. Drawn again only when it changed or moved. */
export const PieceView = memo(function PieceView({ placed, view, label, isHeld, photoOf, option }: PieceViewProps) {
  const { piece, x, y, width, height, photos, index } = placed;
  const dragged = option?.dragged;
  return (
    <div
      {...(option
        ? {
            role: "option",
            id: option.id,
            "aria-selected": isHeld,
            "aria-posinset": index + 1,
            // A text has its words as its name.
            "aria-label": piece.kind === "text" ? undefined : label,
            "aria-setsize": option.count,
          }
        : { role: "img", "aria-label": label })}
      className={`${styles.piece} ${styles[view]} ${styles[piece.kind]} ${isHeld ? styles[option ? "held" : "marked"] : ""}`}
      data-piece={isPhotos(piece) ? undefined : piece.key}
      data-dragged={(!isPhotos(piece) && dragged === piece.key) || undefined}
      style={{ transform: `translate(${x}px, ${y}px)`, width, height }}
    >
      {photos.map((box) => (
        <Print key={box.id} box={box} photo={photoOf(box.id)} isDragged={dragged === box.id} />
      ))}
      {!isPhotos(piece) && <Card piece={piece} view={view} height={height} />}
    </div>
  );
}, isSame);

function isSame(one: PieceViewProps, other: PieceViewProps): boolean {
  return (
    isSameIn(one, other, ["view", "label", "isHeld", "photoOf"]) &&
    isSameIn(one.placed, other.placed, ["x", "y", "width", "height", "piece", "index"]) &&
    one.option?.count === other.option?.count &&
    one.option?.dragged === other.option?.dragged
  );
}

const isSameIn = <Of,>(one: Of, other: Of, fields: (keyof Of)[]) =>
  fields.every((field) => one[field] === other[field]);

function Print({ box, photo, isDragged }: { box: PhotoBox; photo: AdminPhoto | undefined; isDragged: boolean }) {
  const { id, x, y, width, height } = box;
  return (
    <div
      className={styles.print}
      data-piece={id}
      data-dragged={isDragged || undefined}
      style={{
        transform: `translate(${x}px, ${y}px)`,
        width,
        height,
        backgroundImage: photo && `url("${photo.placeholder}")`,
      }}
    >
      {photo && (
        <img
          // JPEG, not AVIF: a screenful decodes several times faster. The thumb is a square crop.
          src={photo.image_urls.medium}
          alt=""
          width={photo.width}
          height={photo.height}
          decoding="async"
          draggable={false}
        />
      )}
    </div>
  );
}

type CardProps = { piece: Exclude<Piece, { kind: "photos" }>; view: "prints" | "strip"; height: number };

function Card({ piece, view, height }: CardProps) {
  if (piece.kind === "pause") return <span className={styles.word}>Pause</span>;
  const words = (
    <>
      <span className="visually-hidden">Text: </span>
      {piece.heading && <p className={siteType.heading}>{piece.heading}</p>}
      {piece.body && <p className={siteType.body}>{piece.body}</p>}
      {!piece.heading && !piece.body && <p className={siteType.body}>Empty text</p>}
    </>
  );
  if (view === "prints") return <div className={styles.words}>{words}</div>;
  // As large as for visitors, then reduced: lines break where theirs do.
  const style = { transform: `scale(${height / SCREEN.strip})`, width: SCREEN.text, height: SCREEN.strip };
  return (
    <div className={`${siteType.panel} ${styles.panel}`} style={style}>
      {words}
    </div>
  );
}
