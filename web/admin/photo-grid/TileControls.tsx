import styles from "./TileControls.module.css";
import { rememberTileShape, useTileShape } from "./tile-shape.ts";
import { rememberTilePx, TILE_PX, useChosenTilePx } from "./tile-size.ts";

/** How large the photos of a grid are, and whether they are cropped. */
export function TileControls({ usualPx = TILE_PX.usual }: { usualPx?: number }) {
  const tilePx = useChosenTilePx() ?? usualPx;
  const shape = useTileShape();
  return (
    <div className={styles.controls} data-of-grid>
      <input
        type="range"
        aria-label="Thumbnail size"
        title="Thumbnail size"
        min={TILE_PX.min}
        max={TILE_PX.max}
        value={tilePx}
        onChange={({ target }) => rememberTilePx(Number(target.value))}
      />
      <button
        type="button"
        role="switch"
        aria-checked={shape === "whole"}
        onClick={() => rememberTileShape(shape === "whole" ? "square" : "whole")}
      >
        Whole photos
      </button>
    </div>
  );
}
