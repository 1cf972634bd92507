import sharp from "sharp";
import { expect, test } from "vitest";
import { getAlbum } from "../../../../contract/albums.ts";
import type { FocalPoint } from "../../../../contract/focal-point.ts";
import { bulkPhotos, getPhoto, type PhotoId, updatePhoto } from "../../../../contract/photos.ts";
import { shareTestServer, type TestServer } from "../../../../rig/server/start-test-server.ts";

/** Red on the left, blue on the right. */
async function twoColours(): Promise<Buffer> {
  const right = await sharp({ create: { width: 450, height: 300, channels: 3, background: "#0000d0" } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 900, height: 300, channels: 3, background: "#d00000" } })
    .composite([{ input: right, left: 450, top: 0 }])
    .jpeg()
    .toBuffer();
}

const setPoint = ({ admin }: TestServer, id: PhotoId, focal_point: FocalPoint | null) =>
  admin.call(updatePhoto, { params: { id }, body: { focal_point } });

async function thumbColour({ visitor }: TestServer, url: string): Promise<"red" | "blue"> {
  const response = await visitor.fetch(url);
  expect(response.status).toBe(200);
  const { channels } = await sharp(Buffer.from(await response.arrayBuffer())).stats();
  return (channels[0]?.mean ?? 0) > (channels[2]?.mean ?? 0) ? "red" : "blue";
}

test("the thumb is cropped around the focal point, under a new URL, and back to automatic", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album();
  const { id } = await server.seed.picture({ album, width: 900, height: 300 }, await twoColours());

  const right = (await setPoint(server, id, { x: 0.95, y: 0.5 })).photo;
  expect(right).toMatchObject({ focal_point: { x: 0.95, y: 0.5 }, image_version: 2, missing_variants: ["medium"] });
  expect(await thumbColour(server, right.image_urls.thumb)).toBe("blue");
  const left = (await setPoint(server, id, { x: 0, y: 1 })).photo;
  expect(left.image_version).toBe(3);
  expect(await thumbColour(server, left.image_urls.thumb)).toBe("red");
  const { data } = await server.visitor.call(getAlbum, { params: { slug: album.slug } });
  expect(data.photos[0]?.focal_point).toEqual({ x: 0, y: 1 });
  // The same point again changes nothing.
  expect((await setPoint(server, id, { x: 0, y: 1 })).photo.image_version).toBe(3);
  expect((await setPoint(server, id, null)).photo).toMatchObject({ focal_point: null, image_version: 4 });
});

test("an undo sets several points, and their thumbs are made", async () => {
  const server = await shareTestServer();
  const file = await twoColours();
  const photos = [await server.seed.picture({}, file), await server.seed.picture({}, file)];
  const ids = photos.map(({ id }) => id);
  const change = { focal_point: { x: 1, y: 0.5 } };

  const { changed } = await server.admin.call(bulkPhotos, { body: { ids, action: "update", change, put_back: true } });

  expect(changed).toEqual(ids);
  for (const id of ids) {
    const { photo } = await server.admin.call(getPhoto, { params: { id } });
    expect(photo).toMatchObject({ ...change, missing_variants: ["medium"] });
  }
});

test("a photo that no picture can be made of keeps the thumb it has", async () => {
  const server = await shareTestServer();
  const { id } = await server.seed.photo({ variant_error: "The picture is damaged." });
  const thumb = { photo_id: id, size: "thumb", width: 1, height: 1, jpeg_bytes: 1, avif_bytes: 1 } as const;
  await server.deps.db.insertInto("variant").values(thumb).execute();

  const { photo } = await setPoint(server, id, { x: 0.5, y: 0.5 });

  expect(photo.missing_variants).not.toContain("thumb");
});

test("a point outside the photo, half a point or a word is no focal point", async () => {
  const server = await shareTestServer();
  const { id } = await server.seed.photo();
  for (const focal_point of [{ x: -0.1, y: 0 }, { x: 0, y: 1.1 }, { x: 0.5 }, "middle"]) {
    const body = { focal_point: focal_point as FocalPoint };
    const refused = await server.admin.refused(updatePhoto, { params: { id }, body });
    expect(refused.status, JSON.stringify(focal_point)).toBe(422);
  }
});
