import { useEffect, useId, useRef } from "react";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { picturePath } from "../../../contract/paths.ts";
import { useLook } from "./look.ts";
import styles from "./PhotoOverlay.module.css";
import { usePick } from "./use-selection.ts";

/** What the photo was before, and its pins. One drawing, because the content security policy allows no style attributes. */
export function PhotoOverlay({ photo }: { photo: ShownPhoto }) {
  const { width, height } = photo;
  const { before, place, setPlace } = useLook();
  const pins = usePick(photo.id)?.pins ?? [];
  const drawing = useRef<SVGSVGElement>(null);
  const clip = useId();
  const isPlacing = place !== null;
  const radius = Math.max(width, height) / 45;

  useEffect(() => {
    const target = drawing.current;
    if (!isPlacing || !target) return;
    const put = (event: PointerEvent) => {
      // The stage would take it for the beginning of a swipe.
      event.stopPropagation();
      event.preventDefault();
      const box = target.getBoundingClientRect();
      const share = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
      setPlace({ x: share((event.clientX - box.left) / box.width), y: share((event.clientY - box.top) / box.height) });
    };
    target.addEventListener("pointerdown", put);
    return () => target.removeEventListener("pointerdown", put);
  }, [isPlacing, setPlace]);

  return (
    <svg
      className={styles.overlay}
      viewBox={`0 0 ${width} ${height}`}
      data-placing={isPlacing || undefined}
      aria-hidden="true"
      ref={drawing}
    >
      {before > 0 && (
        <>
          <clipPath id={clip}>
            <rect width={(width * before) / 100} height={height} />
          </clipPath>
          <image
            href={picturePath(photo, "large", "jpg").replace("/large-", "/before-large-")}
            width={width}
            height={height}
            clipPath={`url(#${clip})`}
          />
          {before < 100 && (
            <rect className={styles.edge} x={(width * before) / 100} width={radius / 6} height={height} />
          )}
        </>
      )}
      {pins.map(({ id, x, y }, index) => (
        <g key={id} className={styles.pin}>
          <circle cx={x * width} cy={y * height} r={radius} />
          <text x={x * width} y={y * height} fontSize={radius * 1.3} textAnchor="middle" dominantBaseline="central">
            {index + 1}
          </text>
        </g>
      ))}
      {place && <circle className={styles.new} cx={place.x * width} cy={place.y * height} r={radius} />}
    </svg>
  );
}
