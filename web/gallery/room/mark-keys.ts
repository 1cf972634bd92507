import { MARK_LABELS, type MarkLabel, RATING_MAX } from "../../../contract/limits.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import type { SelectionStore } from "./selection-store.ts";

export const STARS = Array.from({ length: RATING_MAX }, (_, index) => index + 1);
/** As in Lightroom, which has no key for purple. */
export const LABEL_KEYS = ["6", "7", "8", "9"];

/** What the keys do with this photo: 1 to 5, 6 to 9, P, X, and 0 for no stars. */
export function markKeys(store: SelectionStore, photo: ShownPhoto): Record<string, () => void> {
  const setRating = (rating: number) => () =>
    store.choose(photo.id, { rating: store.pickOf(photo.id)?.rating === rating ? 0 : rating });
  const setLabel = (label: MarkLabel) => () =>
    store.choose(photo.id, { label: store.pickOf(photo.id)?.label === label ? null : label });
  return {
    "0": () => store.choose(photo.id, { rating: 0 }),
    ...Object.fromEntries(STARS.map((stars) => [String(stars), setRating(stars)])),
    ...Object.fromEntries(LABEL_KEYS.map((key, index) => [key, setLabel(MARK_LABELS[index] ?? "red")])),
    p: () => store.setPicked(photo.id, true),
    x: () => store.setPicked(photo.id, false),
  };
}
