import { createHash } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { deleteAlbum, getAlbum, listAlbumPhotos } from "../../../contract/albums.ts";
import { UPLOAD_MAX_BYTES } from "../../../contract/limits.ts";
import { findDuplicates } from "../../../contract/uploads.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { withJpegSegment } from "../../../rig/pictures/containers.ts";
import { shareTestServer, startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { upload } from "../../../rig/upload.ts";

test("photos are stored in the order sent and take on the album's category", async () => {
  const { admin, seed } = await shareTestServer();
  const album = await seed.album({ category: "travel" });

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
  const names = ["DSC_0001-final.jpg", "b.png", "c.webp", "d.gif"];
  expect(body.photos.map((photo) => photo.filename)).toEqual(names);
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
  const { photos } = await admin.call(listAlbumPhotos, { params: { slug: album.slug } });
  expect(photos.map((photo) => photo.filename)).toEqual(names);
});

test("a photo comes with its file's alt text, which visitors get too", async () => {
  const { admin, visitor, seed } = await shareTestServer();
  const album = await seed.album();
  const alt = "<rdf:Alt><rdf:li xml:lang='x-default'>A tram climbs</rdf:li></rdf:Alt>";
  const packet = `<x:xmpmeta><Iptc4xmpCore:AltTextAccessibility>${alt}</Iptc4xmpCore:AltTextAccessibility></x:xmpmeta>`;
  const xmp = Buffer.from(`http://ns.adobe.com/xap/1.0/\0${packet}`);

  const { body } = await upload(admin, album, [
    { name: "tram.jpg", bytes: withJpegSegment(await makePicture(), 0xe1, xmp) },
    { name: "plain.jpg", bytes: await makePicture({ colour: "#123456" }) },
  ]);

  expect(body.photos.map((photo) => photo.alt)).toEqual(["A tram climbs", ""]);
  const shown = await visitor.call(getAlbum, { params: { slug: album.slug } });
  expect(shown.data.photos.map((photo) => photo.alt)).toEqual(["A tram climbs", ""]);
});

test("the stored file has exactly the bytes that were sent", async () => {
  const { admin, seed, deps } = await shareTestServer();
  const bytes = await makePicture();

  await upload(admin, await seed.album(), [{ name: "a.jpg", bytes }]);

  const row = await deps.db.selectFrom("photo").selectAll().executeTakeFirstOrThrow();
  const stored = await deps.storage.open(row.original_key);
  expect(Buffer.concat((await stored?.stream.toArray()) ?? [])).toEqual(bytes);
  expect(row.sha256).toBe(sha256(bytes));
  expect(row.filesize).toBe(bytes.length);
});

test("a file of exactly 10 MiB is accepted, and one byte more is refused", async () => {
  const { admin, seed } = await shareTestServer();
  // Bytes after the end of a JPEG are not part of the picture.
  const padded = (sizeBytes: number, jpeg: Buffer) => Buffer.concat([jpeg, Buffer.alloc(sizeBytes - jpeg.length)]);
  const jpeg = await makePicture();

  const { status, body } = await upload(admin, await seed.album(), [
    { name: "large.jpg", bytes: padded(UPLOAD_MAX_BYTES + 1, jpeg) },
    { name: "fits.jpg", bytes: padded(UPLOAD_MAX_BYTES, jpeg) },
  ]);

  expect(status).toBe(201);
  expect(body.message).toBe("1 of 2 photos uploaded");
  expect(body.photos.map((photo) => photo.filename)).toEqual(["fits.jpg"]);
  expect(body.failed_uploads).toEqual([
    {
      file_name: "large.jpg",
      error: "The file is larger than 10MB.",
      error_type: "UPLOAD_ERROR",
      error_details: { reason: "TOO_LARGE", suggestion: expect.stringContaining("10MB") },
    },
  ]);
});

test("each file is judged separately, by its content and not by its name", async () => {
  const server = await shareTestServer();
  const { seed } = server;
  const jpeg = await makePicture();

  const { status, body } = await upload(server.admin, await seed.album(), [
    { name: "page.jpg", bytes: Buffer.from("<!doctype html><script>alert(1)</script>") },
    { name: "drawing.png", bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    { name: "empty.jpg", bytes: Buffer.alloc(0) },
    { name: "half.jpg", bytes: (await makePicture({ width: 400, height: 400 })).subarray(0, 700) },
    { name: "really-a-jpeg.txt", bytes: jpeg },
  ]);

  expect(status).toBe(201);
  expect(body.failed_uploads.map(({ file_name, error_details }) => [file_name, error_details.reason])).toEqual([
    ["page.jpg", "UNSUPPORTED_TYPE"],
    ["drawing.png", "UNSUPPORTED_TYPE"],
    ["empty.jpg", "EMPTY_FILE"],
    ["half.jpg", "CORRUPT_IMAGE"],
  ]);
  expect(body.photos.map((photo) => photo.filename)).toEqual(["really-a-jpeg.txt"]);
  await expectNothingLeft(server, 1);
});

test("a RAW file gets a sentence that says what to export, however large it is", async () => {
  const { admin, seed } = await shareTestServer();
  const tiff = Buffer.from("49492a0008000000", "hex");

  const { body } = await upload(admin, await seed.album(), [
    { name: "DSC_0411.NEF", bytes: Buffer.concat([tiff, Buffer.alloc(1000)]) },
    { name: "IMG_1.cr3", bytes: Buffer.concat([tiff, Buffer.alloc(UPLOAD_MAX_BYTES)]) },
    { name: "really-a-jpeg.dng", bytes: await makePicture() },
  ]);

  expect(body.photos.map((photo) => photo.filename)).toEqual(["really-a-jpeg.dng"]);
  expect(body.failed_uploads).toHaveLength(2);
  for (const { error, error_type, error_details } of body.failed_uploads) {
    expect(error).toContain("RAW");
    expect(error_type).toBe("UPLOAD_ERROR");
    expect(error_details).toEqual({ reason: "UNSUPPORTED_TYPE", suggestion: expect.stringContaining("JPEG") });
  }
});

test("creator, copyright and the zone of the capture time are kept and shown, without invisible characters", async () => {
  const { admin, visitor, seed } = await shareTestServer();
  const album = await seed.album();
  const exif = { IFD2: { DateTimeOriginal: "2023:07:14 18:05:09", OffsetTimeOriginal: "+02:00" } };
  const camera = await sharp(await makePicture())
    .withExif(exif)
    .toBuffer();
  const iptc = [
    [80, "Ana\u202e <b>Lima</b>"],
    [116, "© 2023 Ana\u200b"],
  ] as const;
  const datasets = iptc.map(([dataset, text]) => {
    const bytes = Buffer.from(text);
    return Buffer.concat([Buffer.from([0x1c, 2, dataset, 0, bytes.length]), bytes]);
  });
  const bytes = withJpegSegment(camera, 0xed, photoshopBlock(Buffer.concat(datasets)));

  const { body } = await upload(admin, album, [{ name: "a.jpg", bytes }]);

  const shown = { creator: "Ana <b>Lima</b>", copyright: "© 2023 Ana" };
  expect(body.photos[0]).toMatchObject({ ...shown, captured_on: "2023-07-14T18:05:09", captured_zone: "+02:00" });
  const seen = await visitor.call(getAlbum, { params: { slug: album.slug } });
  expect(seen.data.photos[0]).toMatchObject(shown);
  const page = await (await visitor.fetch(`${album.url}/photo/${body.photos[0]?.id}`)).text();
  expect(page).toContain("Ana &lt;b&gt;Lima&lt;/b&gt;");
  expect(page).not.toContain("<b>Lima");
});

/** The Photoshop resource that holds IPTC. */
function photoshopBlock(iim: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(iim.length);
  return Buffer.concat([Buffer.from("Photoshop 3.0\x008BIM\x04\x04\0\0", "latin1"), length, iim]);
}

test("when no photo is stored, the response is a 422 of the same shape", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album();

  const refused = await upload(server.admin, album, [{ name: "a.jpg", bytes: Buffer.from("text") }]);
  const nothing = await upload(server.admin, album, []);

  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    success: false,
    code: "UPLOAD_FAILED",
    message: "The photo was not uploaded",
    photos: [],
  });
  expect(refused.body.failed_uploads).toHaveLength(1);
  expect(nothing.status).toBe(422);
  expect(nothing.body).toMatchObject({ success: false, photos: [], failed_uploads: [] });
  await expectNothingLeft(server, 0);
});

test("hostile file names are made harmless", async () => {
  const { admin, seed } = await shareTestServer();
  const bytes = await makePicture();
  const names = [
    "../../etc/passwd.jpg",
    "C:\\photos\\cat.jpg",
    "https://evil.example/dog.jpg",
    "file:///etc/shadow",
    "line\u0007feed\u0000.jpg",
    "\u202egpj.exe.jpg",
    "São Paulo 東京 🏙.jpg",
    `${"x".repeat(300)}.jpg`,
    "...",
    "<img src=x onerror=alert(1)>.jpg",
  ];

  const { body } = await upload(
    admin,
    await seed.album(),
    names.map((name) => ({ name, bytes })),
  );

  expect(body.failed_uploads).toEqual([]);
  expect(body.photos.map((photo) => photo.filename)).toEqual([
    "passwd.jpg",
    "cat.jpg",
    "dog.jpg",
    "shadow",
    "linefeed.jpg",
    "gpj.exe.jpg",
    "São Paulo 東京 🏙.jpg",
    `${"x".repeat(196)}.jpg`,
    "...",
    "<img src=x onerror=alert(1)>.jpg",
  ]);
  expect(body.photos.map((photo) => photo.title).every((title) => title.length > 0)).toBe(true);
});

test("the same bytes are stored again and reported as a duplicate", async () => {
  const { admin, seed } = await shareTestServer();
  const album = await seed.album();
  const bytes = await makePicture();
  const other = await makePicture({ colour: "#102030" });

  const first = await upload(admin, album, [{ name: "a.jpg", bytes }]);
  const again = await upload(admin, album, [
    { name: "b.jpg", bytes },
    { name: "c.jpg", bytes: other },
  ]);
  const known = await admin.call(findDuplicates, { body: { sha256: [sha256(bytes), "0".repeat(64)] } });
  const none = await admin.call(findDuplicates, { body: { sha256: [] } });

  expect(first.body.duplicates).toEqual([]);
  expect(again.body.duplicates).toEqual([
    { photo_id: again.body.photos[0]?.id, duplicate_of: first.body.photos[0]?.id },
  ]);
  expect(known.duplicates.map(({ sha256, photo }) => [sha256, photo?.id])).toEqual([
    [sha256(bytes), first.body.photos[0]?.id],
  ]);
  expect(none.duplicates).toEqual([]);
});

test("concurrent uploads into one album leave no gaps in its order", async () => {
  const { admin, seed, deps } = await shareTestServer();
  const album = await seed.album();
  const files = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const width = 40 + index;
      return { name: `${width}.jpg`, bytes: await makePicture({ width }) };
    }),
  );
  const pairs = Array.from({ length: 6 }, (_, index) => files.slice(index * 2, index * 2 + 2));

  await Promise.all(pairs.map((pair) => upload(admin, album, pair)));

  const rows = await deps.db.selectFrom("album_photo").select("position").orderBy("position").execute();
  expect(rows.map((row) => row.position)).toEqual(rows.map((_, index) => index));
  expect(rows).toHaveLength(12);
});

test("an aborted upload leaves nothing behind", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album();
  const whole = await makePicture();

  await abortUpload(server, album.slug, [whole, whole], Buffer.concat([whole, Buffer.alloc(100_000)]));

  await expect.poll(() => leftovers(server)).toEqual([]);
  await expectNothingLeft(server, 0);
});

test("anything but a form with photos is refused", async () => {
  const server = await shareTestServer();
  const { admin } = server;
  const album = await server.seed.album();
  const path = `/api/v1/admin/albums/${album.slug}/photos`;
  const send = async (type: string, body: string) =>
    (await admin.fetch(path, { method: "POST", headers: { "content-type": type }, body })).status;

  expect(await send("application/json", "{}")).toBe(415);
  expect(await send("multipart/form-data", "no boundary")).toBe(400);
  expect(await send("multipart/form-data; boundary=x", "--x\r\nbroken")).toBe(400);
  expect((await upload(admin, { slug: "no-such-album" }, [])).status).toBe(404);
  expect((await server.visitor.fetch(path, { method: "POST", body: new FormData() })).status).toBe(401);
  await expectNothingLeft(server, 0);
});

test("a request with too many files is refused as a whole", async () => {
  const server = await shareTestServer();
  const bytes = Buffer.from("x");

  const { status } = await upload(
    server.admin,
    await server.seed.album(),
    Array.from({ length: 201 }, (_, index) => ({ name: `${index}.jpg`, bytes })),
  );

  expect(status).toBe(413);
  await expectNothingLeft(server, 0);
});

test("an album deleted during the upload gets no photo", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album();
  const bytes = await makePicture({ width: 3000, height: 2000 });

  const uploading = upload(server.admin, album, [{ name: "a.jpg", bytes }]);
  await expect.poll(() => leftovers(server)).toHaveLength(1);
  await server.admin.call(deleteAlbum, { params: { slug: album.slug } });

  const { status, body } = await uploading;
  expect(status).toBe(422);
  expect(body.failed_uploads[0]).toMatchObject({ error: "Album not found", error_type: "UPLOAD_ERROR" });
  await expectNothingLeft(server, 0);
});

test("a storage that cannot be written is reported, and works again once it can", async () => {
  const server = await startTestServer({ STORAGE_URL: "" });
  const album = await server.seed.album();
  const storage = join(server.deps.config.dataDir, "storage");
  const file = { name: "a.jpg", bytes: await makePicture() };
  // A file in place of the folder: permissions would not stop root, who may be running this test.
  await writeFile(join(storage, "originals"), "");

  const refused = await upload(server.admin, album, [file]);
  await rm(join(storage, "originals"));
  const taken = await upload(server.admin, album, [file]);

  expect(refused.status).toBe(422);
  expect(refused.body.failed_uploads[0]).toMatchObject({
    error_type: "DIRECTORY_CREATION_ERROR",
    error_details: {
      operation: "create the folder",
      target_directory: expect.stringMatching(/^originals\/[0-9a-f]{2}$/),
    },
  });
  expect(taken.status).toBe(201);
  await expectNothingLeft(server, 1);
});

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function leftovers({ deps }: TestServer): Promise<string[]> {
  return readdir(join(deps.config.dataDir, "storage/temp")).catch(() => []);
}

/** Exactly this many photos and their files. */
async function expectNothingLeft(server: TestServer, photos: number): Promise<void> {
  const { deps } = server;
  const files = [];
  for await (const file of deps.storage.list()) files.push(file);
  const rows = await deps.db.selectFrom("photo").select("id").execute();
  const intents = await deps.db.selectFrom("storage_intent").select("id").execute();
  expect(rows).toHaveLength(photos);
  // The original, thumb and medium as JPEG and AVIF.
  expect(files).toHaveLength(photos * 5);
  expect(intents).toEqual([]);
  expect(await leftovers(server)).toEqual([]);
}

/** Sends complete files and part of another, then drops the connection. */
async function abortUpload(server: TestServer, slug: string, whole: Buffer[], part: Buffer): Promise<void> {
  const { url, admin } = server;
  const { hostname, port } = new URL(url);
  const head = (name: string) =>
    `--b\r\nContent-Disposition: form-data; name="photos[]"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/v1/admin/albums/${slug}/photos HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${admin.token}\r\n` +
      "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 99999999\r\n\r\n",
  );
  for (const bytes of whole) {
    socket.write(head("whole.jpg"));
    socket.write(bytes);
    socket.write("\r\n");
  }
  socket.write(head("part.jpg"));
  socket.write(part);
  await expect.poll(() => leftovers(server)).toHaveLength(whole.length + 1);
  socket.destroy();
}

test.each(["..\u200b", "\u202e..\u2066", " .. ", "\u200b."])(
  "a file name that becomes a folder name when cleaned ('%s') is refused",
  async (name) => {
    const { admin, seed } = await shareTestServer();

    const { status, body } = await upload(admin, await seed.album(), [{ name, bytes: await makePicture() }]);

    expect(status).toBe(422);
    expect(body.failed_uploads).toMatchObject([{ error: "The file has no usable name.", error_type: "UPLOAD_ERROR" }]);
  },
);
