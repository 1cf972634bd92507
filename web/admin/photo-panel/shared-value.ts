import type { AdminPhoto } from "../../../contract/photos.ts";

/** The value that all photos share, or that they differ. */
export type Shared<Value> = { value: Value } | "mixed";

export function sharedValue<Value extends string | number | boolean | null>(
  photos: AdminPhoto[],
  pick: (photo: AdminPhoto) => Value,
): Shared<Value> {
  const [first, ...others] = photos;
  if (!first) return "mixed";
  const value = pick(first);
  return others.every((photo) => pick(photo) === value) ? { value } : "mixed";
}

/** Every tag on any of the photos, and whether all have it. */
export function sharedTags(photos: AdminPhoto[]): { tag: string; isOnAll: boolean }[] {
  const counts = new Map<string, number>();
  for (const tag of photos.flatMap((photo) => photo.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].map(([tag, count]) => ({ tag, isOnAll: count === photos.length }));
}
