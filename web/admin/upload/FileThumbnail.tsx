import { useEffect, useRef } from "react";
import styles from "./FileThumbnail.module.css";

const EDGE_PX = 48;

/** Drawn on a small canvas: 200 full-size pictures in `<img>` elements would fill the memory. */
export function FileThumbnail({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const leaving = new AbortController();
    const sight = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      sight.disconnect();
      void drawInTurn(element, file, leaving.signal);
    });
    sight.observe(element);
    return () => {
      sight.disconnect();
      leaving.abort();
    };
  }, [file]);

  return <canvas ref={canvas} className={styles.thumbnail} width={EDGE_PX} height={EDGE_PX} />;
}

let lastDrawing: Promise<void> = Promise.resolve();

/** One at a time: decoding a large photo briefly uses a whole core. */
function drawInTurn(canvas: HTMLCanvasElement, file: File, signal: AbortSignal): Promise<void> {
  lastDrawing = lastDrawing.then(() => (signal.aborted ? undefined : draw(canvas, file)));
  return lastDrawing;
}

async function draw(canvas: HTMLCanvasElement, file: File): Promise<void> {
  const edge = EDGE_PX * Math.min(2, Math.ceil(devicePixelRatio));
  try {
    const picture = await createImageBitmap(file, { resizeWidth: edge * 2, resizeQuality: "medium" });
    canvas.width = edge;
    canvas.height = edge;
    const square = Math.min(picture.width, picture.height);
    const left = (picture.width - square) / 2;
    const top = (picture.height - square) / 2;
    canvas.getContext("2d")?.drawImage(picture, left, top, square, square, 0, 0, edge, edge);
    picture.close();
  } catch {
    // Not a picture, or damaged: the square stays empty, and the row says what is wrong.
  }
}
