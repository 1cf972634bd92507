import sharp from "sharp";
import { expect, test } from "vitest";
import { VARIANT_EDGE_PX } from "../../../../contract/limits.ts";
import { getPhoto, updatePhoto } from "../../../../contract/photos.ts";
import { generateVariant } from "../../../../contract/pictures.ts";
import { wideJpeg } from "../../../../rig/server/seed.ts";
import { startTestServer } from "../../../../rig/server/start-test-server.ts";
import { variantKey } from "../../../library/files/keys.ts";
import { MEMORY_MAX_IMAGE_BYTES } from "./image-memory.ts";

async function startWithPicture(file?: Buffer) {
  const server = await startTestServer();
  const album = await server.seed.album();
  const picture = await server.seed.picture({ album }, file);
  const path = (name: string) => `/images/${picture.internal_id}/${name}`;
  return { ...server, album, picture, path };
}

test("every size and format is made on the first request, without metadata", async () => {
  const { visitor, seed } = await startTestServer();
  const album = await seed.album();
  const file = await wideJpeg();
  for (const [name, format, width] of [
    ["thumb-1.jpg", "jpeg", VARIANT_EDGE_PX.thumb],
    ["small-1.jpg", "jpeg", VARIANT_EDGE_PX.small],
    ["medium-1.jpg", "jpeg", VARIANT_EDGE_PX.medium],
    ["large-1.jpg", "jpeg", 1300],
    ["xlarge-1.jpg", "jpeg", 1300],
    ["original-1.jpg", "jpeg", 1300],
    ["thumb-1.avif", "heif", VARIANT_EDGE_PX.thumb],
    ["large-1.avif", "heif", 1300],
    ["xlarge-1.avif", "heif", 1300],
  ] as const) {
    // A new photo each time: a request makes both formats, and sometimes other sizes.
    const picture = await seed.picture({ album }, file);
    const response = await visitor.fetch(`/images/${picture.internal_id}/${name}`);

    expect(response.status, name).toBe(200);
    expect(response.headers.get("content-type"), name).toBe(name.endsWith("avif") ? "image/avif" : "image/jpeg");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata(), name).toMatchObject({ format, width });
    expect(bytes.includes("PLANTED-SECRET"), name).toBe(false);
  }
});

test("a picture has cache headers and never runs as a page", async () => {
  const { visitor, path } = await startWithPicture();
  const fresh = await visitor.fetch(path("thumb-1.jpg"));
  const hot = await visitor.fetch(path("thumb-1.jpg"));

  for (const response of [fresh, hot]) {
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable, s-maxage=600");
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("etag")).toMatch(/^".+"$/);
  }
  expect(hot.headers.get("content-length")).toBe(String((await fresh.arrayBuffer()).byteLength));
});

// Noise does not compress.
const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
const tooLargeForMemory = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: "#000", noise } })
    .jpeg()
    .toBuffer();

test.each([
  { name: "medium-1.jpg", makeFile: wideJpeg, isStreamed: false },
  { name: "original-1.jpg", makeFile: tooLargeForMemory, isStreamed: true },
])("$name handles HEAD, conditions and ranges", async ({ name, makeFile, isStreamed }) => {
  const server = await startWithPicture(await makeFile());
  const { visitor } = server;
  const path = server.path(name);
  const whole = await visitor.fetch(path);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(bytes.length > MEMORY_MAX_IMAGE_BYTES).toBe(isStreamed);
  const etag = whole.headers.get("etag") ?? "";
  const ask = (headers: Record<string, string>) => visitor.fetch(path, { headers });

  const head = await visitor.fetch(path, { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(head.headers.get("content-type")).toBe("image/jpeg");
  expect(head.headers.get("content-length")).toBe(String(bytes.length));

  const known = await ask({ "if-none-match": `"other", W/${etag}` });
  expect(known.status).toBe(304);
  expect(known.headers.get("etag")).toBe(etag);

  const middle = await ask({ range: "bytes=100-199" });
  expect(middle.status).toBe(206);
  expect(middle.headers.get("content-range")).toBe(`bytes 100-199/${bytes.length}`);
  expect(Buffer.from(await middle.arrayBuffer())).toEqual(bytes.subarray(100, 200));

  const end = await ask({ range: "bytes=-50" });
  expect(Buffer.from(await end.arrayBuffer())).toEqual(bytes.subarray(-50));
  const rest = await ask({ range: `bytes=${bytes.length - 10}-` });
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(bytes.subarray(-10));

  const beyond = await ask({ range: `bytes=${bytes.length}-` });
  expect(beyond.status).toBe(416);
  expect(beyond.headers.get("content-range")).toBe(`bytes */${bytes.length}`);

  const ignored: Record<string, string>[] = [{ range: "bytes=0-9", "if-range": '"older"' }, { range: "bytes=9-0" }];
  for (const headers of ignored) {
    const response = await ask(headers);
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBe(bytes.length);
  }
});

test("any version in the URL gives the current picture", async () => {
  const { visitor, path } = await startWithPicture();

  expect((await visitor.fetch(path("thumb-1.jpg"))).status).toBe(200);
  expect((await visitor.fetch(path("thumb-77.jpg"))).status).toBe(200);
});

test("nothing but the pictures is available to visitors", async () => {
  const { visitor, path } = await startWithPicture();
  for (const name of [
    "thumb-1.webp",
    "thumb.jpg",
    "huge-1.jpg",
    "original-1.avif",
    "..%2f..%2fvitrine.sqlite",
    "thumb-1.jpg%00",
    "file",
    "file?expires=99999999999&signature=forged",
    "file?expires=1&signature=a&signature=b",
  ]) {
    expect((await visitor.fetch(path(name))).status, name).toBe(404);
  }
});

test("a photo made private is gone for visitors immediately, even when its picture was in memory", async () => {
  const { visitor, admin, picture, path } = await startWithPicture();
  const names = ["thumb-1.jpg", "medium-1.avif", "original-1.jpg"];
  for (const name of [...names, ...names]) expect((await visitor.fetch(path(name))).status).toBe(200);

  await admin.call(updatePhoto, { params: { id: picture.id }, body: { visibility: 1 } });

  for (const name of names) {
    expect((await visitor.fetch(path(name))).status).toBe(404);
    expect((await visitor.fetch(path(name), { method: "HEAD" })).status).toBe(404);
    expect((await visitor.fetch(path(name), { headers: { range: "bytes=0-1" } })).status).toBe(404);
  }
  const refused = await visitor.refused(generateVariant, {
    params: { internalId: picture.internal_id },
    body: { variant: "large" },
  });
  expect(refused.status).toBe(404);

  await admin.call(updatePhoto, { params: { id: picture.id }, body: { visibility: 0 } });
  for (const name of names) expect((await visitor.fetch(path(name))).status).toBe(200);
});

test("a photo in no album has no pictures for visitors, and signed ones for the owner", async () => {
  const { visitor, admin, picture, path } = await startWithPicture();
  expect((await visitor.fetch(path("thumb-1.jpg"))).status).toBe(200);

  const { photo } = await admin.call(updatePhoto, { params: { id: picture.id }, body: { album_id: null } });

  expect((await visitor.fetch(path("thumb-1.jpg"))).status).toBe(404);
  const signed = await visitor.fetch(photo.image_urls.thumb);
  expect(signed.status).toBe(200);
  expect(signed.headers.get("cache-control")).toContain("private");
});

test("the owner's URL of a private picture works for a limited time, and only for that picture", async () => {
  const { visitor, admin, picture, clock } = await startWithPicture();
  const { photo } = await admin.call(updatePhoto, { params: { id: picture.id }, body: { visibility: 1 } });
  const { thumb } = photo.image_urls;

  expect((await visitor.fetch(thumb)).status).toBe(200);
  expect((await visitor.fetch(thumb.replace("thumb", "medium"))).status).toBe(404);
  clock.advanceMs(25 * 60 * 60 * 1000);
  expect((await visitor.fetch(thumb)).status).toBe(404);
});

test("the owner gets the file as it was uploaded, under its own name", async () => {
  const { visitor, admin, seed } = await startTestServer();
  const file = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#123" } })
    .jpeg()
    .toBuffer();
  const picture = await seed.picture({ filename: 'São "Paulo".jpg' }, file);
  const { photo } = await admin.call(getPhoto, { params: { id: picture.id } });

  const response = await visitor.fetch(photo.file_url);

  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(file);
  expect(response.headers.get("content-disposition")).toBe(
    `attachment; filename="S_o _Paulo_.jpg"; filename*=UTF-8''S%C3%A3o%20%22Paulo%22.jpg`,
  );
  expect(response.headers.get("content-security-policy")).toContain("sandbox");
});

test("a picture damaged in storage is made again", async () => {
  const { visitor, path, picture, deps } = await startWithPicture(await wideJpeg());
  await deps.storage.putBytes(variantKey(picture.internal_id, "medium", "jpeg"), Buffer.from("cut short"));
  await deps.db
    .insertInto("variant")
    .values({ photo_id: picture.id, size: "medium", width: 1200, height: 800, jpeg_bytes: 5_000, avif_bytes: null })
    .execute();

  const response = await visitor.fetch(path("medium-1.jpg"));

  expect(response.status).toBe(200);
  expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({ width: 1200 });
});
