export const REORDER_INSTRUCTIONS =
  "To move it, press L, then the arrow keys. Press L again to drop it, or Escape to put it back.";

/** `others` are carried along with it. */
type Position = { title: string; others: number; index: number; count: number };

const position = ({ index, count }: Position) => `position ${index + 1} of ${count}`;

const subject = ({ title, others }: Position) =>
  others === 0 ? title : `${title} and ${others} ${others === 1 ? "other" : "others"}`;

/** What a screen reader says while something is being moved. */
export const describeMove = {
  pickedUp: (at: Position) => `Picked up ${subject(at)}, ${position(at)}.`,
  moved: (at: Position) => `${subject(at)}, ${position(at)}.`,
  offGrid: (at: Position) => `${subject(at)} is outside the grid.`,
  dropped: (at: Position) => `Dropped ${subject(at)} at ${position(at)}.`,
  cancelled: (at: Position) => `${subject(at)} was put back at ${position(at)}.`,
};
