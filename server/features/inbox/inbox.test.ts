import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listActivity } from "../../../contract/activity.ts";
import { listAlbumPhotos, listAlbums } from "../../../contract/albums.ts";
import { getInbox } from "../../../contract/inbox.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { soon } from "../../../rig/server/advance-intervals.ts";
import { SECOND_MS, startWithInbox, xmp } from "../../../rig/server/inbox-server.ts";
import { startTestServer } from "../../../rig/server/start-test-server.ts";

test("photos are taken into the album of their folder, in the order of their names, with the texts of sidecars", async () => {
  const { admin, seed, put, inbox, isThere, titles } = await startWithInbox();
  const album = await seed.album({ title: "Harbour" });
  await put("harbour/boat-10.jpg", await makePicture({ colour: "#101010" }));
  await put("harbour/boat-9.jpg", await makePicture({ colour: "#090909" }));
  await put("harbour/boat-9.xmp", xmp("The Ferry", ["sea", "boats"]));

  await isThere("harbour/done/boat-10.jpg");

  expect(await titles(album.slug)).toEqual(["The Ferry", "boat 10"]);
  const { photos } = await admin.call(listAlbumPhotos, { params: { slug: album.slug } });
  expect(photos[0]).toMatchObject({ tags: ["sea", "boats"], source_filename: "boat-9.jpg", visibility: 0 });
  expect((await readdir(join(inbox, "harbour"))).sort()).toEqual(["done"]);
  expect((await readdir(join(inbox, "harbour/done"))).sort()).toEqual(["boat-10.jpg", "boat-9.jpg", "boat-9.xmp"]);
  const { folder, problem, events } = await admin.call(getInbox);
  expect([folder, problem]).toEqual([inbox, null]);
  expect(events).toMatchObject([{ action: "inbox-taken", actor: null, detail: { photos: 2, title: "Harbour" } }]);
  const activity = await admin.call(listActivity, { query: { kind: "uploads" } });
  expect(activity.events).toEqual(events);
});

test("a file that is still written, or has its program's name for that, is not taken before it is whole", async () => {
  const { seed, put, inbox, until, isThere, titles, clock } = await startWithInbox();
  const album = await seed.album({ title: "Harbour" });
  const whole = await makePicture();
  await put("harbour/other.jpg.part", whole);

  for (let part = 1; part <= 4; part++) {
    await put("harbour/slow.jpg", whole.subarray(0, Math.floor((whole.length * part) / 5)));
    let looks = 0;
    await soon(() => {
      clock.advanceMs(SECOND_MS);
      expect(++looks).toBe(4);
    });
  }
  expect(await titles(album.slug)).toEqual([]);
  await put("harbour/slow.jpg", whole);
  await isThere("harbour/done/slow.jpg");
  await rename(join(inbox, "harbour/other.jpg.part"), join(inbox, "harbour/other.jpg"));
  await until(async () => expect(await titles(album.slug)).toEqual(["slow", "other"]));
});

test("a file with a name that the album has replaces that photo, and the same file again changes nothing", async () => {
  const { admin, seed, put, inbox, isThere } = await startWithInbox();
  const album = await seed.album({ title: "Harbour" });
  const first = await makePicture({ colour: "#111111", width: 60, height: 40 });
  const list = async () => (await admin.call(listAlbumPhotos, { params: { slug: album.slug } })).photos;
  await put("harbour/boat.jpg", first);
  await isThere("harbour/done/boat.jpg");
  const [before] = await list();
  await rm(join(inbox, "harbour/done/boat.jpg"));

  await put("harbour/boat.jpg", await makePicture({ colour: "#222222", width: 90, height: 60 }));
  await put("harbour/boat.jpg.xmp", xmp("Boat, again"));
  await isThere("harbour/done/boat.jpg");
  await isThere("harbour/done/boat.jpg.xmp");

  const after = await list();
  expect(after).toMatchObject([{ id: before?.id, width: 90, title: "Boat, again", image_version: 2 }]);
  await rm(join(inbox, "harbour/done/boat.jpg"));
  await put("harbour/boat.jpg", await makePicture({ colour: "#222222", width: 90, height: 60 }));
  await isThere("harbour/done/boat.jpg");
  expect(await list()).toMatchObject([{ id: before?.id, image_version: 2 }]);
});

test("a sidecar that comes late sets the texts of its photo, and one without a photo is refused in the end", async () => {
  const { seed, put, inbox, isThere, titles, clock } = await startWithInbox();
  const album = await seed.album({ title: "Harbour" });
  await put("harbour/boat.jpg", await makePicture());
  await isThere("harbour/done/boat.jpg");

  await put("harbour/boat.xmp", xmp("Late"));
  await put("harbour/nobody.xmp", xmp("Nobody"));
  await isThere("harbour/done/boat.xmp");

  expect(await titles(album.slug)).toEqual(["Late"]);
  expect(existsSync(join(inbox, "harbour/nobody.xmp"))).toBe(true);
  clock.advanceMs(61 * 60 * SECOND_MS);
  await isThere("harbour/refused/nobody.xmp.txt");
});

test("a folder without an album makes a draft named after it, once", async () => {
  const { admin, put, isThere } = await startWithInbox();
  await put("São Paulo 2026/one.jpg", await makePicture({ colour: "#111111" }));
  await isThere("São Paulo 2026/done/one.jpg");
  await put("São Paulo 2026/two.jpg", await makePicture({ colour: "#222222" }));
  await isThere("São Paulo 2026/done/two.jpg");

  const { albums } = await admin.call(listAlbums);
  const draft = { slug: "sao-paulo-2026", title: "São Paulo 2026", category: "portraits", status: "draft" };
  expect(albums).toMatchObject([{ ...draft, photo_count: 2 }]);
});

test("links, odd names, other files and damaged photos are refused with the reason beside them", async () => {
  const { admin, seed, put, inbox, isThere, titles } = await startWithInbox();
  const album = await seed.album({ title: "Harbour" });
  await put("harbour/fine.jpg", await makePicture());
  await put("harbour/raw.dng", "II*");
  await put("harbour/damaged.jpg", (await makePicture()).subarray(0, 200));
  await put("harbour/od\u202ed.jpg", await makePicture());
  await put("alone.jpg", await makePicture());
  await writeFile(join(tmpdir(), basename(`${inbox}.jpg`)), await makePicture());
  onTestFinished(() => rm(join(tmpdir(), basename(`${inbox}.jpg`))));
  await symlink(join(tmpdir(), basename(`${inbox}.jpg`)), join(inbox, "harbour/link.jpg"));

  await isThere("harbour/done/fine.jpg");
  const reasons = {
    "harbour/refused/raw.dng": /RAW/,
    "harbour/refused/damaged.jpg": /damaged|copy it from the camera again/,
    "harbour/refused/od\u202ed.jpg": /Rename it/,
    "harbour/refused/link.jpg": /This is a link/,
    "refused/alone.jpg": /folder that has the name of an album/,
  };
  for (const [path, reason] of Object.entries(reasons)) {
    await isThere(path);
    expect(await readFile(join(inbox, `${path}.txt`), "utf8")).toMatch(reason);
  }
  expect(await titles(album.slug)).toEqual(["fine"]);
  const { events } = await admin.call(getInbox);
  expect(events.filter(({ action }) => action === "inbox-refused")).toHaveLength(5);
});

test("a file that was stored when the server died is not stored again, and one that was not is taken then", async () => {
  const server = await startWithInbox();
  const { seed, put, inbox, isThere } = server;
  const album = await seed.album({ title: "Harbour" });
  await put("harbour/boat.jpg", await makePicture({ colour: "#111111" }));
  await isThere("harbour/done/boat.jpg");
  // As a crash between the commit and the move leaves it.
  await rename(join(inbox, "harbour/done/boat.jpg"), join(inbox, "harbour/boat.jpg"));
  await put("harbour/mole.jpg", await makePicture({ colour: "#222222" }));

  const { admin } = await server.restart();
  await isThere("harbour/done/boat.jpg");
  await isThere("harbour/done/mole.jpg");

  const { photos } = await admin.call(listAlbumPhotos, { params: { slug: album.slug } });
  expect(photos.map(({ title }) => title)).toEqual(["boat", "mole"]);
});

test("two servers on one library take each file once, and one goes on without the other", async () => {
  const server = await startWithInbox();
  const { seed, put, isThere, titles, admin } = server;
  const another = await server.startAnother();
  const album = await seed.album({ title: "Harbour" });
  const names = Array.from({ length: 6 }, (_, index) => `boat${index}`);
  for (const [index, name] of names.entries()) {
    await put(`harbour/${name}.jpg`, await makePicture({ colour: `#${index}${index}3333` }));
  }

  for (const name of names) await isThere(`harbour/done/${name}.jpg`);
  expect(await titles(album.slug)).toEqual(names);
  const { events } = await admin.call(getInbox);
  expect(events.reduce((sum, { detail }) => sum + Number(detail.photos), 0)).toBe(6);

  if (another.url === server.node.url) return;
  await server.stop();
  await put("harbour/boat6.jpg", await makePicture({ colour: "#663333" }));
  await isThere("harbour/done/boat6.jpg");
});

test("an inbox that is missing is said, and used as soon as it is there", async () => {
  const { admin, inbox, put, isThere } = await startWithInbox();
  await rm(inbox, { recursive: true });
  expect(await admin.call(getInbox)).toMatchObject({
    folder: inbox,
    problem: "The folder does not exist.",
    events: [],
  });

  await put("harbour/boat.jpg", await makePicture());
  await isThere("harbour/done/boat.jpg");
  expect((await admin.call(getInbox)).problem).toBeNull();
});

test("without INBOX_DIR there is no inbox, and one inside the data folder is refused", async () => {
  const { admin } = await startTestServer();
  expect(await admin.call(getInbox)).toMatchObject({ folder: null, problem: null, events: [] });
  await expect(
    startTestServer({ DATA_DIR: "/tmp/vitrine-data", INBOX_DIR: "/tmp/vitrine-data/inbox" }),
  ).rejects.toThrow("INBOX_DIR must be a folder apart from DATA_DIR");
});
