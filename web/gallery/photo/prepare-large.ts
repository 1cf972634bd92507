import { API_PREFIX } from "../../../contract/endpoint.ts";
import type { Variant } from "../../../contract/limits.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { picturePath } from "../../../contract/paths.ts";

/** Photos go in and out of the viewer; each is asked for once. */
const asked = new Map<string, Promise<boolean>>();

/** Has the server make the large picture, and tells whether it is there to be shown. */
export function prepareLarge(photo: ShownPhoto): Promise<boolean> {
  const answer = asked.get(photo.internal_id) ?? askForLarge(photo).catch(() => false);
  asked.set(photo.internal_id, answer);
  answer.then((isThere) => {
    // Turned away for now, perhaps: the next visit to the photo may ask again.
    if (!isThere) asked.delete(photo.internal_id);
  });
  return answer;
}

async function askForLarge(photo: ShownPhoto): Promise<boolean> {
  const variant: Variant = "large";
  const made = await fetch(`${API_PREFIX}/images/${photo.internal_id}/generate`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ variant }),
  });
  if (!made.ok) return false;
  const picture = await fetch(picturePath(photo, "large", "jpg"), { method: "HEAD" });
  return picture.ok && (picture.headers.get("content-type") ?? "").startsWith("image/");
}
