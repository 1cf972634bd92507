import { expect, test } from "vitest";
import { listEquipment, listPhotoIds, listPhotos, updatePhoto } from "../../../contract/photos.ts";
import { trashPhoto } from "../../../contract/trash.ts";
import { shareTestServer } from "../../../rig/server/start-test-server.ts";

const LEICA = JSON.stringify({ camera: "Leica M11", lens: "Summilux-M 1:1.4/35" });
const FUJI = JSON.stringify({ camera: "FUJIFILM X-T5", lens: "XF23mmF2 R WR" });

async function library() {
  const server = await shareTestServer();
  const { seed, admin } = server;
  await seed.photo({ title: "May", caption: "A tram", exif: LEICA, captured_on: "2026-05-17T23:59:59" });
  await seed.photo({ title: "June", exif: FUJI, captured_on: "2026-06-01T00:00:00" });
  await seed.photo({ title: "", exif: FUJI, captured_on: null });
  const trashed = await seed.photo({ title: "", exif: LEICA, captured_on: "2026-05-17T10:00:00" });
  await admin.call(trashPhoto, { params: { id: trashed.id } });
  const find = async (query: Record<string, string>) => {
    const { photos, total } = await admin.call(listPhotos, { query: { deleted: "0", sort: "oldest", ...query } });
    expect(total).toBe(photos.length);
    expect((await admin.call(listPhotoIds, { query: { deleted: "0", ...query } })).ids).toHaveLength(total);
    return photos.map(({ title }) => title);
  };
  return { ...server, find };
}

test("photos are found by camera and by lens, as filters and in the search", async () => {
  const { find } = await library();

  expect(await find({ camera: "Leica M11" })).toEqual(["May"]);
  expect(await find({ camera: "FUJIFILM X-T5" })).toEqual(["June", ""]);
  expect(await find({ camera: "Leica" })).toEqual([]);
  expect(await find({ lens: "XF23mmF2 R WR", from: "2026-01-01" })).toEqual(["June"]);
  expect(await find({ q: "leica" })).toEqual(["May"]);
  expect(await find({ q: "xf23 june" })).toEqual(["June"]);
});

test("a photo is still found by its camera after its texts have changed", async () => {
  const { find, admin } = await library();
  const { photos } = await admin.call(listPhotos, { query: { camera: "Leica M11", deleted: "0" } });
  await admin.call(updatePhoto, { params: { id: photos[0]?.id ?? 0 }, body: { title: "Renamed" } });

  expect(await find({ q: "leica m11 renamed" })).toEqual(["Renamed"]);
});

test("photos are found by their capture dates, the first and the last day included", async () => {
  const { find, admin } = await library();

  expect(await find({ from: "2026-05-17", to: "2026-05-17" })).toEqual(["May"]);
  expect(await find({ from: "2026-05-18" })).toEqual(["June"]);
  expect(await find({ to: "2026-05-31" })).toEqual(["May"]);
  expect(await find({ to: "2026-06-01" })).toEqual(["May", "June"]);
  for (const from of ["May", "2026-13-01", "2026-05-17T10:00:00"]) {
    const { status, body } = await admin.refused(listPhotos, { query: { from } });
    expect([status, body.errors]).toEqual([422, { from: ["Enter a date, such as 2026-05-17"] }]);
  }
});

test("photos without a title or a caption are listed for tidying up, but not those in the trash", async () => {
  const { find, admin } = await library();

  expect(await find({ untitled: "1" })).toEqual([""]);
  expect(await find({ untitled: "0" })).toEqual(["May", "June"]);
  expect(await find({ no_caption: "1" })).toEqual(["June", ""]);
  const { total } = await admin.call(listPhotos, { query: { untitled: "1" } });
  expect(total).toBe(1);
});

test("the cameras and lenses in use are listed with their counts, most used first", async () => {
  const { admin } = await library();

  expect(await admin.call(listEquipment)).toMatchObject({
    cameras: [
      { name: "FUJIFILM X-T5", count: 2 },
      { name: "Leica M11", count: 1 },
    ],
    lenses: [
      { name: "XF23mmF2 R WR", count: 2 },
      { name: "Summilux-M 1:1.4/35", count: 1 },
    ],
  });
});
