import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { describePiece, numbersIn, type PhotoOf } from "./describe-piece.ts";
import { inView, type Layout } from "./layout.ts";
import { indexOf, type Line, type Mark, photosIn } from "./line.ts";
import styles from "./PieceArea.module.css";
import { PieceView } from "./PieceView.tsx";
import { type Area, type AreaName, type Dragged, markAt, type StartDrag } from "./use-drag.ts";
import type { Zoom } from "./use-zoom.ts";

type PieceAreaProps = {
  name: AreaName;
  label: string;
  line: Line;
  held: Mark | null;
  /** Where everything is, in an area of this size. */
  lay: (size: { width: number; height: number }) => Layout;
  zoom: Zoom;
  area: Area;
  dragged: Dragged | null;
  onPointerDown: StartDrag;
  onKeyDown: (event: KeyboardEvent) => void;
  photoOf: PhotoOf;
  onHold: (mark: Mark) => void;
  onOpen: (mark: Mark) => void;
  children?: ReactNode;
};

/** The album's pieces, as prints or as the strip: one tab stop, of which only what is in view is drawn. */
export function PieceArea(props: PieceAreaProps) {
  const { name, label, line, held, lay, zoom, area, dragged, onPointerDown, onKeyDown, photoOf, onHold, onOpen } =
    props;
  const { scroller } = area;
  const size = useSize(scroller);
  const layout = useMemo(() => lay(size), [lay, size]);
  const heldIndex = indexOf(line, held);
  const view = useView(scroller, axisOf(name), size);
  useLayoutEffect(() => {
    area.layout.current = layout;
  });
  useHeldInView(scroller, layout, heldIndex, zoom.isChanging);
  useSteadyZoom(scroller, layout, axisOf(name), zoom);
  const drop = dragged?.area === name ? dragged.drop : undefined;
  return (
    <div
      ref={scroller as RefObject<HTMLDivElement>}
      className={`${styles.area} ${styles[name]}`}
      data-dragging={dragged !== null || undefined}
      data-zooming={zoom.isChanging || undefined}
    >
      <div
        role="listbox"
        tabIndex={0}
        aria-label={label}
        aria-orientation={name === "strip" ? "horizontal" : undefined}
        aria-activedescendant={heldIndex === -1 ? undefined : `${name}-${heldIndex}`}
        data-table-keys={name}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onClick={({ target }) => {
          const mark = markAt(target);
          if (mark !== undefined) onHold(mark);
        }}
        onDoubleClick={({ target }) => {
          const mark = markAt(target);
          if (mark !== undefined) onOpen(mark);
        }}
        className={styles.pieces}
        style={{ width: layout.width, height: layout.height }}
        onFocus={() => {
          const first = line[0];
          if (heldIndex === -1 && first) onHold(first.kind === "photos" ? (first.photo_ids[0] as Mark) : first.key);
        }}
      >
        <Pieces {...view} {...{ name, line, layout, heldIndex, photoOf }} dragged={dragged?.mark} />
      </div>
      {drop && (
        <div
          className={`${styles.drop} ${styles[drop.kind]}`}
          style={{
            transform: `translate(${drop.box.x}px, ${drop.box.y}px)`,
            width: drop.box.width,
            height: drop.box.height,
          }}
        />
      )}
      {props.children}
    </div>
  );
}

type PiecesProps = {
  name: AreaName;
  line: Line;
  layout: Layout;
  from: number;
  to: number;
  heldIndex: number;
  dragged: Mark | undefined;
  photoOf: PhotoOf;
};

/** Drawn again only when something moved: not while it is saved. */
const Pieces = memo(function Pieces({ name, line, layout, from, to, heldIndex, dragged, photoOf }: PiecesProps) {
  const numbers = useMemo(() => numbersIn(line), [line]);
  const count = useMemo(() => photosIn(line).length, [line]);
  return inView(layout, { from, to, axis: axisOf(name) }, heldIndex).map((placed) => (
    <PieceView
      key={keyOf(placed.piece)}
      placed={placed}
      view={name}
      label={describePiece(placed.piece, numbers[placed.index] ?? 0, count, photoOf)}
      isHeld={placed.index === heldIndex}
      photoOf={photoOf}
      option={{ id: `${name}-${placed.index}`, count: line.length, dragged }}
    />
  ));
});

const axisOf = (name: AreaName) => (name === "prints" ? "y" : "x");

const keyOf = (piece: Line[number]) => (piece.kind === "photos" ? piece.photo_ids[0] : piece.key);

function useSize(element: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const measure = () =>
      setSize((before) => {
        const { clientWidth: width, clientHeight: height } = watched;
        return before.width === width && before.height === height ? before : { width, height };
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** In steps, so that scrolling rarely draws anything. */
const VIEW_STEP_PX = 400;

function useView(element: RefObject<HTMLElement | null>, axis: "x" | "y", size: { width: number; height: number }) {
  const [step, setStep] = useState(0);
  useEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const read = () => setStep(Math.floor((axis === "x" ? watched.scrollLeft : watched.scrollTop) / VIEW_STEP_PX));
    watched.addEventListener("scroll", read, { passive: true });
    return () => watched.removeEventListener("scroll", read);
  }, [element, axis]);
  const extent = axis === "x" ? size.width : size.height;
  const from = (step - 1) * VIEW_STEP_PX;
  return { from, to: from + extent + 3 * VIEW_STEP_PX };
}

/** What is in hand stays on screen as it moves. */
function useHeldInView(
  element: RefObject<HTMLElement | null>,
  layout: Layout,
  index: number,
  isZooming: boolean,
): void {
  const held = layout.placed[index];
  const [x, y, width, height] = [held?.x, held?.y, held?.width, held?.height];
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is somewhere else
  useLayoutEffect(() => {
    const scroller = element.current;
    if (isZooming || !scroller?.clientWidth) return;
    if (x === undefined || y === undefined || !width || !height) return;
    const margin = 24;
    const [left, top] = [scroller.scrollLeft, scroller.scrollTop];
    if (x < left + margin) scroller.scrollLeft = x - margin;
    else if (x + width > left + scroller.clientWidth - margin) {
      scroller.scrollLeft = Math.min(x - margin, x + width + margin - scroller.clientWidth);
    }
    if (y < top + margin) scroller.scrollTop = y - margin;
    else if (y + height > top + scroller.clientHeight - margin) {
      scroller.scrollTop = y + height + margin - scroller.clientHeight;
    }
  }, [index, x, y]);
}

/** Zooming keeps what is in the middle there. */
function useSteadyZoom(element: RefObject<HTMLElement | null>, layout: Layout, axis: "x" | "y", zoom: Zoom): void {
  const before = useRef(layout);
  useLayoutEffect(() => {
    const [earlier, scroller] = [before.current, element.current];
    before.current = layout;
    if (!zoom.isChanging || !scroller || earlier === layout || earlier.placed.length !== layout.placed.length) return;
    const [from, extent] =
      axis === "x" ? [scroller.scrollLeft, scroller.clientWidth] : [scroller.scrollTop, scroller.clientHeight];
    const middle = from + extent / 2;
    const [start, length] = axis === "x" ? (["x", "width"] as const) : (["y", "height"] as const);
    const at = earlier.placed.find((each) => each[start] + each[length] >= middle);
    const now = at && layout.placed[at.index];
    if (!at || !now) return;
    const share = (middle - at[start]) / at[length];
    const to = now[start] + share * now[length] - extent / 2;
    if (axis === "x") scroller.scrollLeft = to;
    else scroller.scrollTop = to;
  });
}
