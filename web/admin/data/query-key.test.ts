import { expect, test } from "vitest";
import { listAlbumPhotos } from "../../../contract/albums.ts";
import { getPhoto, listPhotoIds, type PhotoId } from "../../../contract/photos.ts";
import { queryKey, requestIn } from "./query-key.ts";

test("a key names the endpoint and the request", () => {
  expect(queryKey(listPhotoIds)).toEqual(["GET /admin/photos/ids"]);
  expect(queryKey(listPhotoIds, { query: { favorite: "1" } })).toEqual([
    "GET /admin/photos/ids",
    { query: { favorite: "1" } },
  ]);
  expect(queryKey(listAlbumPhotos, { params: { slug: "trees" } })).toEqual([
    "GET /admin/albums/:slug/photos",
    { params: { slug: "trees" } },
  ]);
});

test("the request is read only from keys of its endpoint", () => {
  const key = queryKey(getPhoto, { params: { id: 7 as PhotoId } });
  expect(requestIn(key, getPhoto)?.params?.id).toBe(7);
  expect(requestIn(key, listPhotoIds)).toBeUndefined();
  expect(requestIn(queryKey(getPhoto), getPhoto)).toBeUndefined();
});
