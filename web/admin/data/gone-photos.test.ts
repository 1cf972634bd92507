import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { PhotoId } from "../../../contract/photos.ts";
import { rememberGone, reportGone } from "./gone-photos.ts";
import type { PhotoUpdate } from "./photo-updated.ts";

const client = new QueryClient();
const photos = (...ids: number[]) => ids as PhotoId[];
let reported: PhotoId[];

beforeEach(() => {
  const window = new EventTarget();
  vi.stubGlobal("window", window);
  reported = [];
  window.addEventListener("photoUpdated", (event) => {
    reported.push(...(event as CustomEvent<PhotoUpdate>).detail.photo_ids);
  });
});

test("a photo that another window has deleted is reported once", () => {
  reportGone(client, photos(1, 2));
  reportGone(client, photos(2, 3));
  expect(reported).toEqual([1, 2, 3]);
});

test("one that this window is deleting is not, unless that failed", () => {
  const forget = rememberGone(photos(4, 5));
  reportGone(client, photos(4));
  expect(reported).toEqual([]);
  forget();
  reportGone(client, photos(4));
  expect(reported).toEqual([4]);
});
