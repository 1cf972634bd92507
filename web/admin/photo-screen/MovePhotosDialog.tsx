import type { PhotoId } from "../../../contract/photos.ts";
import { MoveToDialog } from "../reorder/MoveToDialog.tsx";

type MovePhotosDialogProps = {
  ids: readonly PhotoId[];
  moving: PhotoId[];
  onMove: (moving: PhotoId[], index: number) => void;
  onClose: () => void;
};

/** Asks for the new position of the selected photos. */
export function MovePhotosDialog({ ids, moving, onMove, onClose }: MovePhotosDialogProps) {
  const [first] = moving;
  if (first === undefined) return null;
  return (
    <MoveToDialog
      title={moving.length === 1 ? "this photo" : `${moving.length} photos`}
      position={ids.indexOf(first) + 1}
      positions={ids.length - moving.length + 1}
      onMove={(index) => onMove(moving, index)}
      onClose={onClose}
    />
  );
}
