import { expect, test } from "vitest";
import type { AdminPhoto, PhotoId } from "../../../contract/photos.ts";
import { orderWithPlaces } from "./place-uploads.ts";
import type { UploadRow } from "./upload-queue.ts";

// Only the fields that are read.
const ids = (...given: number[]) => given as PhotoId[];
const row = (id: number, before: number | null): UploadRow => ({
  id,
  file: new File([], `${id}.jpg`),
  state: { status: "done", photo: { id } as AdminPhoto },
  before: before as PhotoId | null,
});

test("photos that were dropped in front of others go there together; the others stay where they are", () => {
  const rows = [row(10, 2), row(11, 2), row(12, 1), row(13, null)];
  expect(orderWithPlaces(ids(1, 2, 3, 10, 11, 12, 13), rows)).toEqual([12, 1, 10, 11, 2, 3, 13]);
});

test("a photo whose place has left the album stays at the end", () => {
  expect(orderWithPlaces(ids(1, 3, 10), [row(10, 2)])).toEqual([1, 3, 10]);
});
