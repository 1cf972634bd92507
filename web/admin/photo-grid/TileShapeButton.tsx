import { IconButton } from "../../ui/Button.tsx";
import { WholePhotoIcon } from "../../ui/icons.tsx";
import { rememberTileShape, useTileShape } from "./tile-shape.ts";

export function TileShapeButton() {
  const shape = useTileShape();
  return (
    <IconButton
      label="Whole photos"
      title={shape === "whole" ? "Crop the photos to squares" : "Show the photos in their own proportions"}
      icon={<WholePhotoIcon />}
      aria-pressed={shape === "whole"}
      onClick={() => rememberTileShape(shape === "whole" ? "square" : "whole")}
    />
  );
}
