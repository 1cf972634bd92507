import { expect, test } from "vitest";
import { createAlbum } from "../../../contract/albums.ts";
import type { Client } from "../../testing/client.ts";
import { makePicture } from "../../testing/pictures.ts";
import { startTestServer } from "../../testing/start-test-server.ts";
import { upload } from "../../testing/upload.ts";

async function newAlbum(admin: Client, title = "Lisbon") {
  const { album } = await admin.call(createAlbum, { body: { title, category: "travel" } });
  return album;
}

test("photos are stored in the order they were sent, and follow their album", async () => {
  const { admin, deps } = await startTestServer();
  const album = await newAlbum(admin);

  const { status, body } = await upload(admin, album, [
    {
      name: "DSC_0001-final.jpg",
      bytes: await makePicture({ width: 80, height: 60 }),
      lastModified: 1_700_000_000_000,
    },
    { name: "b.png", bytes: await makePicture({ format: "png" }) },
    { name: "c.webp", bytes: await makePicture({ format: "webp" }) },
    { name: "d.gif", bytes: await makePicture({ format: "gif" }) },
  ]);

  expect(status).toBe(201);
  expect(body).toMatchObject({ success: true, message: "4 photos uploaded", failed_uploads: [], duplicates: [] });
  expect(body.photos.map((photo) => photo.filename)).toEqual(["DSC_0001-final.jpg", "b.png", "c.webp", "d.gif"]);
  expect(body.photos[0]).toMatchObject({
    title: "DSC 0001 final",
    caption: "",
    category: "TRAVEL",
    album_id: album.id,
    license: "All Rights Reserved",
    visibility: 0,
    is_visible: true,
    width: 80,
    height: 60,
    file_modified_on: "2023-11-14T22:13:20.000Z",
    missing_variants: [],
  });
  const positions = await deps.db.selectFrom("photo").select("album_position").orderBy("id").execute();
  expect(positions.map((row) => row.album_position)).toEqual([0, 1, 2, 3]);
});
