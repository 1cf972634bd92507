import { API_PREFIX } from "../../../contract/endpoint.ts";
import type { Variant } from "../../../contract/limits.ts";
import type { ShownPhoto } from "../../../contract/pages.ts";
import { picturePath } from "../../../contract/paths.ts";

/** Photos enter and leave the viewer repeatedly; each is requested once. */
const requests = new Map<string, Promise<boolean>>();

/** Has the server make the large picture. Resolves to whether it can be shown. */
export function prepareLarge(photo: ShownPhoto): Promise<boolean> {
  const request = requests.get(photo.internal_id) ?? requestLarge(photo).catch(() => false);
  requests.set(photo.internal_id, request);
  request.then((isReady) => {
    // The server may only have been busy: try again the next time the photo is shown.
    if (!isReady) requests.delete(photo.internal_id);
  });
  return request;
}

async function requestLarge(photo: ShownPhoto): Promise<boolean> {
  // A room makes its pictures when they are requested.
  if (photo.room_pictures) return isPicture(photo);
  const variant: Variant = "large";
  const made = await fetch(`${API_PREFIX}/images/${photo.internal_id}/generate`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ variant }),
  });
  // In a copy of the site as plain files nothing makes pictures, and they are all there.
  const isRefused = !made.ok && (made.headers.get("content-type") ?? "").includes("json");
  return !isRefused && isPicture(photo);
}

async function isPicture(photo: ShownPhoto): Promise<boolean> {
  const picture = await fetch(picturePath(photo, "large", "jpg"), { method: "HEAD" });
  return picture.ok && (picture.headers.get("content-type") ?? "").startsWith("image/");
}
