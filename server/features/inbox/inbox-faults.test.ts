import { closeSync, existsSync, openSync, writeSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, readlink, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listAlbumPhotos, listAlbums } from "../../../contract/albums.ts";
import { getInbox } from "../../../contract/inbox.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { soon } from "../../../rig/server/advance-intervals.ts";
import { holdPictures } from "../../../rig/server/images-for-tests.ts";
import { SECOND_MS, startWithInbox, xmp } from "../../../rig/server/inbox-server.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { canMount, smallDisk } from "../../../rig/server/small-disk.ts";

const DISK_MB = 48;
const RETRY_MS = 31 * SECOND_MS;

/** Writes until nothing more fits. */
function fill(disk: string): string {
  const path = join(disk, "filler");
  const file = openSync(path, "w");
  const page = Buffer.alloc(4096);
  expect(() => {
    for (;;) writeSync(file, page);
  }).toThrow("ENOSPC");
  closeSync(file);
  return path;
}

test.runIf(canMount)("while the server's disk is full, files wait, and the reason is said", async () => {
  const disk = await smallDisk(DISK_MB);
  const env = { DATA_DIR: disk, DATABASE_URL: "", STORAGE_URL: "" };
  const { admin, put, inbox, until, isThere, titles, clock } = await startWithInbox(env);
  const filler = fill(disk);
  await put("harbour/boat.jpg", await makePicture());

  let looks = 0;
  await until(() => expect(++looks).toBe(5));
  expect((await admin.call(getInbox)).problem).toBe("The server's disk is full.");
  expect(await readdir(join(inbox, "harbour"))).toEqual(["boat.jpg"]);

  await rm(filler);
  clock.advanceMs(RETRY_MS);
  await isThere("harbour/done/boat.jpg");
  expect((await admin.call(getInbox)).problem).toBeNull();
  expect(await titles("harbour")).toEqual(["boat"]);
});

test.runIf(canMount)("on a full disk of the inbox, nothing is refused without its reason", async () => {
  const disk = await smallDisk(1);
  const { put, inbox, isThere, clock, until, admin } = await startWithInbox({ INBOX_DIR: join(disk, "inbox") });
  await put("harbour/raw.dng", "II*");
  await mkdir(join(inbox, "harbour/refused"));
  const filler = fill(disk);

  let looks = 0;
  await until(() => expect(++looks).toBe(5));
  expect(existsSync(join(inbox, "harbour/raw.dng"))).toBe(true);
  expect((await admin.call(getInbox)).events).toEqual([]);

  await rm(filler);
  clock.advanceMs(RETRY_MS);
  await isThere("harbour/refused/raw.dng");
  expect(await readFile(join(inbox, "harbour/refused/raw.dng.txt"), "utf8")).toMatch(/RAW/);
});

test("a share sends no notifications and has a clock of its own: files are found by looking", async () => {
  const inotify = async () => {
    const names = await readdir("/proc/self/fd");
    const targets = await Promise.all(names.map((name) => readlink(join("/proc/self/fd", name)).catch(() => "")));
    return targets.filter((target) => target.includes("inotify")).length;
  };
  const before = await inotify();
  const { put, inbox, isThere, titles } = await startWithInbox();
  expect(await inotify()).toBe(before);

  await put("harbour/boat.jpg", await makePicture({ colour: "#111111" }));
  await put("harbour/mole.jpg", await makePicture({ colour: "#222222" }));
  const dayMs = 24 * 60 * 60 * SECOND_MS;
  await utimes(join(inbox, "harbour/boat.jpg"), new Date(), new Date(Date.now() + dayMs));
  await utimes(join(inbox, "harbour/mole.jpg"), new Date(), new Date(Date.now() - dayMs));

  await isThere("harbour/done/mole.jpg");
  expect(await titles("harbour")).toEqual(["boat", "mole"]);
});

test("a file that is renamed while it arrives is taken when it is whole, under its last name", async () => {
  const { put, inbox, isThere, titles, clock } = await startWithInbox();
  const whole = await makePicture();
  const passSeconds = (count: number) => {
    let looks = 0;
    return soon(() => {
      clock.advanceMs(SECOND_MS);
      expect(++looks).toBe(count);
    });
  };
  await put("harbour/export.jpg", whole.subarray(0, 200));
  await passSeconds(3);
  await rename(join(inbox, "harbour/export.jpg"), join(inbox, "harbour/boat.jpg"));
  await passSeconds(3);
  expect(await readdir(join(inbox, "harbour"))).toEqual(["boat.jpg"]);
  await appendFile(join(inbox, "harbour/boat.jpg"), whole.subarray(200));

  await isThere("harbour/done/boat.jpg");
  expect(await titles("harbour")).toEqual(["boat"]);
  expect((await readdir(join(inbox, "harbour"))).sort()).toEqual(["done"]);
});

test("the same name twice, in two spellings or two folders of one album, is one photo", async () => {
  const { admin, seed, put, isThere, clock } = await startWithInbox();
  await seed.album({ title: "Harbour" });
  const names = ["harbour/caf\u00e9.jpg", "harbour/cafe\u0301.jpg", "Harbour/caf\u00e9.jpg"];
  for (const [index, name] of names.entries()) {
    await put(name, await makePicture({ colour: `#${index}${index}4444` }));
  }

  for (const name of names) {
    clock.advanceMs(RETRY_MS);
    await isThere(name.replace("/", "/done/"));
  }
  const { photos } = await admin.call(listAlbumPhotos, { params: { slug: "harbour" } });
  expect(photos).toMatchObject([{ source_filename: "caf\u00e9.jpg", image_version: 3 }]);
});

test("copies of one file under different names are photos of their own", async () => {
  const { put, isThere, titles } = await startWithInbox();
  for (const name of ["one", "three", "two"]) await put(`harbour/${name}.jpg`, await makePicture());

  await isThere("harbour/done/two.jpg");
  expect(await titles("harbour")).toEqual(["one", "three", "two"]);
});

test("a file that is written again while it is taken is taken again", async () => {
  const { admin, deps, put, inbox, isThere, until } = await startWithInbox();
  const { make, release } = holdPictures(deps.images);
  await put("harbour/boat.jpg", await makePicture({ width: 60, height: 40 }));
  await until(() => expect(make).toHaveBeenCalled());
  await put("harbour/boat.jpg", await makePicture({ width: 90, height: 60 }));
  release();

  await isThere("harbour/done/boat.jpg");
  const { photos } = await admin.call(listAlbumPhotos, { params: { slug: "harbour" } });
  expect(photos).toMatchObject([{ width: 90, image_version: 2 }]);
  expect(await readdir(join(inbox, "harbour"))).toEqual(["done"]);
});

test("a server that stops in the middle leaves the rest for its next start", async () => {
  const server = await startWithInbox();
  const names = Array.from({ length: 12 }, (_, index) => `boat${index}`);
  for (const [index, name] of names.entries()) {
    await server.put(`harbour/${name}.jpg`, await makePicture({ colour: `#${String(index).padStart(2, "0")}5555` }));
  }
  await server.isThere("harbour/done/boat0.jpg");

  const { admin } = await server.restart();

  for (const name of names) await server.isThere(`harbour/done/${name}.jpg`);
  const { photos } = await admin.call(listAlbumPhotos, { params: { slug: "harbour" } });
  expect(photos.map(({ title }) => title)).toEqual(names);
});

test("a sidecar that was there first goes along with its picture", async () => {
  const { put, inbox, until, isThere, titles } = await startWithInbox();
  await put("harbour/boat.xmp", xmp("The Ferry"));
  let looks = 0;
  await until(() => expect(++looks).toBe(5));
  await put("harbour/boat.jpg", await makePicture());

  await isThere("harbour/done/boat.jpg");
  expect(await titles("harbour")).toEqual(["The Ferry"]);
  expect((await readdir(join(inbox, "harbour"))).sort()).toEqual(["done"]);
});

test("a damaged photo makes no album", async () => {
  const { admin, put, isThere } = await startWithInbox();
  await put("harbour/damaged.jpg", (await makePicture()).subarray(0, 200));
  await isThere("harbour/refused/damaged.jpg");
  expect((await admin.call(listAlbums)).albums).toEqual([]);
});

test("the doctor names what is wrong with the inbox, and what was refused", async () => {
  const { deps, inbox, put, isThere } = await startWithInbox();
  const env = { INBOX_DIR: inbox };
  const doctor = () => runCommand("doctor", deps.config, ["--allow-empty"], { env });
  expect((await doctor()).code).toBe(0);

  await put("harbour/raw.dng", "II*");
  await isThere("harbour/refused/raw.dng");
  const refused = await doctor();
  expect(refused.code).toBe(1);
  expect(refused.out).toContain(`1 file of the inbox was refused. The reasons are in ${inbox}/harbour/refused`);

  await rm(inbox, { recursive: true });
  expect((await doctor()).out).toContain(`Photos cannot be taken from ${inbox}. The folder does not exist.`);
  await writeFile(inbox, "");
  expect((await doctor()).out).toContain(`Photos cannot be taken from ${inbox}. This is not a folder.`);
});
