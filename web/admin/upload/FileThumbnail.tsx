import { useEffect, useRef } from "react";
import styles from "./FileThumbnail.module.css";

const EDGE_PX = 48;

/** Drawn on a canvas at its small size: 200 full-size pictures as `<img>` would fill the memory. */
export function FileThumbnail({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const leaving = new AbortController();
    const sight = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      sight.disconnect();
      void drawOneAfterTheOther(element, file, leaving.signal);
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

/** Decoding a large photograph takes all of a core for a moment. */
function drawOneAfterTheOther(canvas: HTMLCanvasElement, file: File, signal: AbortSignal): Promise<void> {
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
    // No picture, or a damaged one: the empty square stays, and the row's state says what is wrong.
  }
}
