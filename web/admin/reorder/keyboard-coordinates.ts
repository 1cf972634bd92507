import { KeyboardCode, type KeyboardCoordinateGetter, type UniqueIdentifier } from "@dnd-kit/core";

/**
 * Left and right go through the order, from the end of a row to the start of the next; up and down keep the column.
 * dnd-kit's own looks for whatever is nearest, which at a row's end is a tile of some other row.
 */
export function keyboardCoordinates(ids: readonly UniqueIdentifier[]): KeyboardCoordinateGetter {
  return (event, { active, context: { over, droppableRects } }) => {
    // Tiles far out of view have none.
    const boxes = ids.map((id) => droppableRects.get(id));
    const at = ids.indexOf(over?.id ?? active);
    const target = boxes[targetIndex(event.code, at, boxes)];
    if (!target) return undefined;
    event.preventDefault();
    return { x: target.left, y: target.top };
  };
}

type Box = { left: number; top: number };

function targetIndex(key: string, at: number, boxes: readonly (Box | undefined)[]): number {
  switch (key) {
    case KeyboardCode.Right:
      return at + 1;
    case KeyboardCode.Left:
      return at - 1;
    case KeyboardCode.Down: {
      const below = boxes.findIndex((box, index) => index > at && isSameColumn(box, boxes[at]));
      return below === -1 ? boxes.length - 1 : below;
    }
    case KeyboardCode.Up:
      return boxes.findLastIndex((box, index) => index < at && isSameColumn(box, boxes[at]));
    default:
      return -1;
  }
}

const isSameColumn = (box: Box | undefined, other: Box | undefined) =>
  box !== undefined && other !== undefined && Math.abs(box.left - other.left) < 1;
