import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { API_PREFIX } from "../../../contract/endpoint.ts";
import { listPhotos } from "../../../contract/photos.ts";
import { updateSite } from "../../../contract/site.ts";
import { exifBlock } from "../../../rig/pictures/containers.ts";
import { heicFile } from "../../../rig/pictures/heif.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { tinyJpeg } from "../../../rig/server/seed.ts";
import { startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { beginUpload, locationOf, saveResultOf, sendBytes } from "../../../rig/tus.ts";
import { upload } from "../../../rig/upload.ts";
import { exportCollection } from "../../cli/transfer/export-folder.ts";
import { importCollection } from "../../cli/transfer/import-collection.ts";
import { readCollection } from "../export/collection.ts";

const heic = () => heicFile({ turns: 3, exif: exifBlock({ orientation: 6, text: { 272: "Phone 16" } }) });
const FILE = { name: "IMG_0042.HEIC", bytes: heic() };

const acceptHeic = ({ admin }: TestServer) => admin.call(updateSite, { body: { accepts_heic: true } });

async function uploaded(server: TestServer, file = FILE) {
  const { body } = await upload(server.admin, await server.seed.album(), [file]);
  const [photo] = body.photos;
  if (!photo) throw new Error(body.failed_uploads[0]?.error);
  return photo;
}

test("a fresh site refuses HEIC files with the sentence for other types", async () => {
  const { admin, seed } = await startTestServer();
  const { status, body } = await upload(admin, await seed.album(), [FILE]);
  expect(status).toBe(422);
  expect(body.failed_uploads).toEqual([
    {
      file_name: "IMG_0042.HEIC",
      error: "The file is not a JPEG, PNG, GIF or WebP picture.",
      error_type: "UPLOAD_ERROR",
      error_details: { reason: "UNSUPPORTED_TYPE", suggestion: "Export the photo as JPEG, PNG, GIF or WebP." },
    },
  ]);
});

test("an accepted HEIC file is shown in formats that browsers know, and the owner gets back the file itself", async () => {
  const server = await startTestServer();
  await acceptHeic(server);
  const photo = await uploaded(server);
  expect(photo).toMatchObject({ width: 128, height: 128, exif: { camera: "Phone 16" }, filename: "IMG_0042.HEIC" });

  for (const size of ["thumb", "medium", "large", "xlarge", "original"] as const) {
    const response = await server.visitor.fetch(photo.image_urls[size]);
    expect([size, response.status, response.headers.get("content-type")]).toEqual([size, 200, "image/jpeg"]);
    expect((await sharp(await response.arrayBuffer()).metadata()).format).toBe("jpeg");
  }
  const file = await server.visitor.fetch(photo.file_url);
  expect(file.headers.get("content-type")).toBe("image/heic");
  expect(file.headers.get("content-disposition")).toContain('filename="IMG_0042.HEIC"');
  expect(Buffer.from(await file.arrayBuffer()).equals(FILE.bytes)).toBe(true);
});

test("a file that was accepted stays usable after the owner accepts no more", async () => {
  const server = await startTestServer();
  await acceptHeic(server);
  const photo = await uploaded(server);
  await server.admin.call(updateSite, { body: { accepts_heic: false } });
  expect((await server.visitor.fetch(photo.image_urls.large)).status).toBe(200);
  expect(await runCommand("doctor", server.deps.config, ["--verify"])).toMatchObject({ code: 0 });
});

test("a damaged HEIC file is refused with a sentence, and the others of its upload are stored", async () => {
  const server = await startTestServer();
  await acceptHeic(server);
  const damaged = { name: "half.heic", bytes: FILE.bytes.subarray(0, -60) };
  const { status, body } = await upload(server.admin, await server.seed.album(), [
    damaged,
    FILE,
    { name: "notes.txt", bytes: Buffer.from("notes") },
  ]);
  expect(status).toBe(201);
  expect(body.photos.map(({ filename }) => filename)).toEqual(["IMG_0042.HEIC"]);
  expect(body.failed_uploads).toMatchObject([
    {
      file_name: "half.heic",
      error: "The picture is damaged: its pixels cannot be read.",
      error_details: { reason: "CORRUPT_IMAGE" },
    },
    { error: "The file is not a JPEG, PNG, GIF, WebP or HEIC picture." },
  ]);
});

test("a HEIC file can take the place of another file", async () => {
  const server = await startTestServer();
  const { id } = await uploaded(server, { name: "a.jpg", bytes: await tinyJpeg() });
  const replace = async () => {
    const form = new FormData();
    form.append("photo", new File([Uint8Array.from(FILE.bytes)], FILE.name));
    return server.admin.fetch(`${API_PREFIX}/admin/photos/${id}/file`, { method: "PUT", body: form });
  };
  expect((await replace()).status).toBe(422);
  await acceptHeic(server);
  const response = await replace();
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ photo: { id, width: 128, height: 128, filename: FILE.name } });
});

test("a HEIC file can be sent by tus", async () => {
  const server = await startTestServer();
  const { slug } = await server.seed.album();
  const send = async () => {
    const { bytes, name } = FILE;
    const begun = await beginUpload(server.admin, { album: slug, length: bytes.length, filename: name });
    await sendBytes(server.admin, locationOf(begun), 0, bytes);
    return saveResultOf(server.admin, locationOf(begun));
  };
  expect(await send()).toMatchObject({ state: "failed" });
  await acceptHeic(server);
  expect(await send()).toMatchObject({ state: "done", photo: { width: 128, filename: FILE.name } });
});

test("an export with HEIC files is imported into a fresh site, which takes over its settings first", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-heic-"));
  try {
    const server = await startTestServer();
    await acceptHeic(server);
    await uploaded(server);
    await exportCollection(server.deps, folder);

    const copy = await startTestServer();
    const collection = readCollection(await readFile(join(folder, "vitrine.json"), "utf8"));
    expect(await importCollection(copy.deps, folder, collection)).toMatchObject({ stored: 1, refused: [] });
    const { photos } = await copy.admin.call(listPhotos);
    expect(photos).toMatchObject([{ filename: FILE.name, width: 128 }]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
