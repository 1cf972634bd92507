import sharp from "sharp";
import { expect, test } from "vitest";
import { getAlbum } from "../../../../contract/albums.ts";
import { HDR_SIZES } from "../../../../contract/limits.ts";
import { exifBlock } from "../../../../rig/pictures/containers.ts";
import { hdrPicture } from "../../../../rig/pictures/hdr-picture.ts";
import { withExif } from "../../../../rig/pictures/plain-pictures.ts";
import { startTestServer, type TestServer } from "../../../../rig/server/start-test-server.ts";
import { upload } from "../../../../rig/upload.ts";
import { variantKey } from "../../../library/files/keys.ts";

test("a file with a gain map has pictures that keep it, upright and without other metadata", async () => {
  const { admin, visitor, seed } = await startTestServer();
  const album = await seed.album();
  const secret = "SECRET-4711";
  const size = { width: 1300, height: 390 };
  const exif = exifBlock({ orientation: 6, text: { 33432: "© Ana", 42033: secret } });
  const bytes = withExif(await hdrPicture(size), "jpeg", exif, size);

  const { body } = await upload(admin, album, [{ name: "sunset.jpg", bytes }]);

  expect(body.failed_uploads).toEqual([]);
  const [photo] = body.photos;
  expect(photo).toMatchObject({ hdr: true, width: 390, height: 1300 });
  expect(Object.keys(photo?.sources.hdr ?? {})).toEqual(["medium", "large", "xlarge"]);
  const edges = { medium: [360, 1200], large: [390, 1300], xlarge: [390, 1300] };
  for (const size of HDR_SIZES) {
    const response = await visitor.fetch(photo?.sources.hdr?.[size] ?? "");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    const picture = Buffer.from(await response.arrayBuffer());
    const { gainMap, width, height, orientation, xmp, iptc } = await sharp(picture).metadata();
    expect([width, height, orientation ?? 1, xmp, iptc]).toEqual([...edges[size], 1, undefined, undefined]);
    expect(gainMap?.image.length).toBeGreaterThan(100);
    // The map is turned with the picture.
    const map = await sharp(gainMap?.image).metadata();
    expect(map.height).toBeGreaterThan(map.width);
    expect(picture.includes(secret)).toBe(false);
    expect(picture.includes("© Ana")).toBe(true);
  }
  // The other pictures are as of any other file.
  const medium = await (await visitor.fetch(photo?.image_urls.medium ?? "")).arrayBuffer();
  expect((await sharp(Buffer.from(medium)).metadata()).gainMap).toBeUndefined();
  const seen = await visitor.call(getAlbum, { params: { slug: album.slug } });
  expect(seen.data.photos[0]).toMatchObject({ hdr: true, sources: { hdr: photo?.sources.hdr } });
  const page = await (await visitor.fetch(album.url)).text();
  expect(page).toMatch(/<source media="\(dynamic-range: high\)"[^>]+medium-1\.hdr\.jpg/);
});

test("where the gain map of the largest size is missing, the one below it is shown", async () => {
  const server = await startTestServer();
  const bytes = await hdrPicture({ width: 2600, height: 40 });
  const { body } = await upload(server.admin, await server.seed.album(), [{ name: "sea.jpg", bytes }]);
  const { large = "", xlarge = "" } = body.photos[0]?.sources.hdr ?? {};
  const shown = async (url: string, { visitor }: Pick<TestServer, "visitor">) => {
    const { width, gainMap } = await sharp(await (await visitor.fetch(url)).arrayBuffer()).metadata();
    return [width, gainMap !== undefined];
  };
  expect([await shown(large, server), await shown(xlarge, server)]).toEqual([
    [2400, true],
    [2600, true],
  ]);
  // As a version left it that made gain maps of up to 2400 px.
  await server.deps.db.updateTable("variant").set({ hdr_bytes: null }).where("size", "=", "xlarge").execute();
  await server.deps.storage.delete([variantKey(body.photos[0]?.internal_id ?? "", "xlarge", "hdr")]);

  const restarted = await server.restart();

  expect(await shown(xlarge, restarted)).toEqual([2400, true]);
});

test("a file without a gain map, or with a broken one, is a photo without", async () => {
  const { admin, visitor, seed } = await startTestServer();
  const hdr = await hdrPicture({ width: 400, height: 300 });
  const plain = await sharp(hdr).jpeg().toBuffer();
  // Announced, but cut off after the picture.
  const cut = hdr.subarray(0, hdr.indexOf(Buffer.from([0xff, 0xd9])) + 2);

  const { body } = await upload(admin, await seed.album(), [
    { name: "plain.jpg", bytes: plain },
    { name: "cut.jpg", bytes: cut },
  ]);

  expect(body.photos.map((photo) => [photo.filename, photo.hdr, photo.sources.hdr])).toEqual([
    ["plain.jpg", false, undefined],
    ["cut.jpg", false, undefined],
  ]);
  for (const { internal_id } of body.photos) {
    // A URL that nothing names leads to the plain picture.
    const response = await visitor.fetch(`/images/${internal_id}/medium-1.hdr.jpg`);
    expect(response.status).toBe(200);
    expect((await visitor.fetch(`/images/${internal_id}/thumb-1.hdr.jpg`)).status).toBe(404);
  }
});
