export const REORDER_INSTRUCTIONS =
  "To move it, press Space, then the arrow keys. Space again drops it, Escape puts it back.";

type Place = { title: string; index: number; count: number };

const position = ({ index, count }: Place) => `position ${index + 1} of ${count}`;

/** What a screen reader says while something is being moved. */
export const announce = {
  pickedUp: (place: Place) => `Picked up ${place.title}, ${position(place)}.`,
  moved: (place: Place) => `${place.title}, ${position(place)}.`,
  offGrid: ({ title }: Place) => `${title} is over no place.`,
  dropped: (place: Place) => `Dropped ${place.title} at ${position(place)}.`,
  putBack: (place: Place) => `${place.title} was put back to ${position(place)}.`,
};
