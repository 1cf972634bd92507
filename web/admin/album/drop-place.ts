import type { PhotoId } from "../../../contract/photos.ts";

/** Where dropped files go: in front of a photo, or to the end of the album. The line is drawn on that side of a tile. */
export type DropPlace = { before: PhotoId | null; line: { left: number; top: number; height: number } | null };

const AT_END: DropPlace = { before: null, line: null };
const GAP_PX = 10;

let last = AT_END;

/** Between the photos at this point of the grid. The hint lies over them. */
export function dropPlaceAt(ids: readonly PhotoId[], x: number, y: number): DropPlace {
  if (document.querySelector("dialog[open]")) return AT_END;
  const tiles = document
    .elementsFromPoint(x, y)
    .flatMap((found) => found.closest("[role=option][data-photo-id]") ?? []);
  const index = ids.findIndex((id) => String(id) === tiles[0]?.getAttribute("data-photo-id"));
  const box = tiles[0]?.getBoundingClientRect();
  if (index === -1 || !box) return AT_END;
  const isLeft = x < box.left + box.width / 2;
  const place: DropPlace = {
    before: ids[isLeft ? index : index + 1] ?? null,
    line: { left: isLeft ? box.left - GAP_PX / 2 : box.right + GAP_PX / 2, top: box.top, height: box.height },
  };
  // The same object, so that nothing is rendered while the pointer moves within it.
  if (JSON.stringify(place) !== JSON.stringify(last)) last = place;
  return last;
}
