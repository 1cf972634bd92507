export const REORDER_INSTRUCTIONS =
  "To move it, press Space, then the arrow keys. Press Space again to drop it, or Escape to put it back.";

type Position = { title: string; index: number; count: number };

const position = ({ index, count }: Position) => `position ${index + 1} of ${count}`;

/** What a screen reader says while something is being moved. */
export const announce = {
  pickedUp: (at: Position) => `Picked up ${at.title}, ${position(at)}.`,
  moved: (at: Position) => `${at.title}, ${position(at)}.`,
  offGrid: ({ title }: Position) => `${title} is outside the grid.`,
  dropped: (at: Position) => `Dropped ${at.title} at ${position(at)}.`,
  putBack: (at: Position) => `${at.title} was put back at ${position(at)}.`,
};
