import { expect, test } from "vitest";
import {
  addAlbumPhotos,
  deleteAlbum,
  removeAlbumPhoto,
  reorderAlbumPhotos,
  updateAlbum,
} from "../../../contract/albums.ts";
import { unpackContent } from "../../../contract/page-json.ts";
import { updatePhoto } from "../../../contract/photos.ts";
import { createRoom, getRoom } from "../../../contract/rooms.ts";
import * as contract from "../../../contract/sequences.ts";
import { restorePhoto, trashPhoto } from "../../../contract/trash.ts";
import { embeddedIn } from "../../../rig/server/read-page.ts";
import { sequencedAlbum } from "../../../rig/server/sequenced-album.ts";
import { visitRoom } from "../../../rig/visit-room.ts";

test("an album that nobody sequenced is one version with a panel for each photo, and stores nothing", async () => {
  const { server, album, ids, get, shown, write } = await sequencedAlbum("abc");
  const { sequence, versions } = await get(album);
  expect(sequence).toEqual({
    version_id: 1,
    name: "First edit",
    current: true,
    revision: 0,
    panels: [...ids.values()].map((id) => ({ kind: "photos", photo_ids: [id], gap: 10 })),
  });
  expect(versions).toEqual([{ id: 1, name: "First edit", current: true, panel_count: 3, changed_on: null }]);
  expect(write((await shown(album)).panels)).toBe("a b c");
  expect(await server.deps.db.selectFrom("album_version").selectAll().execute()).toEqual([]);
});

test("a line has pairs, pauses and texts, and its order is the album's", async () => {
  const { album, arrange, get, shown, inAlbum, letters, write } = await sequencedAlbum("abcde");
  const saved = await arrange(album, "e !Before cb0 - d = a");
  expect(saved.revision).toBe(1);
  expect(write(saved.panels)).toBe("e !Before cb0 - d = a");
  expect((await get(album)).sequence).toEqual(saved);
  expect(letters(await inAlbum(album))).toBe("ecbda");
  const data = await shown(album);
  expect(letters(data.photos)).toBe("ecbda");
  expect(write(data.panels)).toBe("e !Before cb0 - d = a");
  expect(data.album.layout).toBe("strip");
});

test("an older revision is refused, and a line that does not name each photo once", async () => {
  const { server, album, arrange, get, read, idsOf } = await sequencedAlbum("abc");
  await arrange(album, "ab c");
  const save = async (body: Record<string, unknown>) =>
    server.admin.request(contract.saveSequence, {
      params: { slug: album.slug },
      body: { version_id: 1, revision: 1, panels: read("a b c"), ...body } as never,
    });
  expect(await save({ revision: 0 })).toMatchObject({ status: 409, body: { code: "SEQUENCE_CHANGED" } });
  expect((await save({ version_id: 7 })).status).toBe(404);
  const [a, b, c] = idsOf("abc");
  for (const panels of [
    read("a b"),
    read("a b c c"),
    [...read("a b c"), { kind: "photos", photo_ids: [999_999] }],
    [{ kind: "photos", photo_ids: [] }, ...read("a b c")],
    [...read("a b c"), { kind: "text", heading: " ", body: "" }],
    [...read("a b c"), { kind: "pause", width: "quarter" }],
    [...read("a b c"), { kind: "text", heading: "x".repeat(121), body: "" }],
    [...read("a b c"), { kind: "text", heading: "", body: "x".repeat(601) }],
  ]) {
    expect((await save({ panels })).status, JSON.stringify(panels)).toBe(422);
  }
  expect((await save({ panels: [{ kind: "photos", photo_ids: [a, b, c], gap: 5 }] })).status).toBe(422);
  expect((await get(album)).sequence.revision).toBe(1);
  const { body } = await save({ panels: [{ kind: "photos", photo_ids: [c, a, b] }] });
  expect(body).toMatchObject({ sequence: { revision: 2, panels: [{ photo_ids: [c, a, b], gap: 10 }] } });
  expect((await server.visitor.request(contract.getSequence, { params: { slug: album.slug } })).status).toBe(401);
  expect((await server.admin.request(contract.getSequence, { params: { slug: "nowhere" } })).status).toBe(404);
});

test("a panel has at most three photos, and a text the length that fits one", async () => {
  const { server, album, arrange, idsOf } = await sequencedAlbum("abcd");
  const { revision } = await arrange(album, "abc d");
  const save = (panels: contract.Panel[]) =>
    server.admin.request(contract.saveSequence, {
      params: { slug: album.slug },
      body: { version_id: 1, revision, panels },
    });
  const four: contract.Panel = { kind: "photos", photo_ids: idsOf("abcd"), gap: 10 };
  expect((await save([four])).status).toBe(422);
  const longest: contract.Panel = { kind: "text", heading: "x".repeat(120), body: "y".repeat(600) };
  expect((await save([{ ...four, photo_ids: idsOf("abc") }, longest, { ...four, photo_ids: idsOf("d") }])).status).toBe(
    200,
  );
});

test("a new photo is a panel of its own at the end of every version, and visitors get no revision and no versions", async () => {
  const { server, album, ids, arrange, get, shown, write, letters } = await sequencedAlbum("abc");
  await arrange(album, "ab = c");
  const params = { slug: album.slug };
  const created = await server.admin.request(contract.createVersion, { params, body: { name: "Second" } });
  expect(created.status).toBe(201);
  await arrange(album, "c !Rest ba", 2);
  ids.set("n", (await server.seed.photo({ album, title: "n" })).id);
  expect(write((await get(album)).sequence.panels)).toBe("ab = c n");
  expect(write((await get(album, 2)).sequence.panels)).toBe("c !Rest ba n");

  const data = await shown(album);
  expect([write(data.panels), letters(data.photos)]).toEqual(["ab = c n", "abcn"]);
  expect(Object.keys(data).sort()).toEqual(["album", "panels", "photos"]);
  const words = JSON.stringify(data);
  for (const kept of ["revision", "version_id", "versions", "Second", "First edit"]) expect(words).not.toContain(kept);
});

test("versions are copied, renamed, arranged beside each other, published and deleted", async () => {
  const { server, album, arrange, get, shown, inAlbum, letters, write } = await sequencedAlbum("abcd");
  const { admin } = server;
  await arrange(album, "ab = c d");
  const params = { slug: album.slug };
  const { sequence } = await admin.call(contract.createVersion, { params, body: { name: "For the wall" } });
  expect(sequence).toMatchObject({ version_id: 2, name: "For the wall", current: false });
  expect(write(sequence.panels)).toBe("ab = c d");
  await arrange(album, "d cb a", 2);
  const copy = await admin.call(contract.createVersion, { params, body: { name: "Third", from: 2 } });
  expect(write(copy.sequence.panels)).toBe("d cb a");
  expect((await admin.refused(contract.createVersion, { params, body: { name: "x", from: 9 } })).status).toBe(422);
  expect(write((await shown(album)).panels)).toBe("ab = c d");
  expect(letters(await inAlbum(album))).toBe("abcd");

  const renamed = await admin.call(contract.renameVersion, { params: { ...params, id: 2 }, body: { name: "Wall" } });
  expect(renamed.sequence.name).toBe("Wall");
  const published = await admin.call(contract.publishVersion, { params: { ...params, id: 2 } });
  expect(published.sequence).toMatchObject({ version_id: 2, current: true });
  expect(write(published.sequence.panels)).toBe("d cb a");
  expect(write((await shown(album)).panels)).toBe("d cb a");
  expect(letters((await shown(album)).photos)).toBe("dcba");
  expect(write((await get(album, 1)).sequence.panels)).toBe("ab = c d");

  expect((await admin.refused(contract.deleteVersion, { params: { ...params, id: 2 } })).status).toBe(409);
  await admin.call(contract.deleteVersion, { params: { ...params, id: 3 } });
  expect((await admin.refused(contract.deleteVersion, { params: { ...params, id: 3 } })).status).toBe(404);
  expect((await get(album)).versions.map(({ id, current, panel_count }) => [id, current, panel_count])).toEqual([
    [1, false, 4],
    [2, true, 3],
  ]);
  // Publishing the version before puts everything back.
  await admin.call(contract.publishVersion, { params: { ...params, id: 1 } });
  expect(write((await shown(album)).panels)).toBe("ab = c d");
  await admin.call(deleteAlbum, { params });
  expect(await server.deps.db.selectFrom("album_version").selectAll().execute()).toEqual([]);
});

test("the only version of an album can be renamed and published, and is not deleted", async () => {
  const { server, album, get } = await sequencedAlbum("ab");
  const params = { slug: album.slug, id: 1 };
  expect((await server.admin.refused(contract.deleteVersion, { params })).status).toBe(409);
  expect((await server.admin.call(contract.publishVersion, { params })).sequence.revision).toBe(0);
  await server.admin.call(contract.renameVersion, { params, body: { name: "Only" } });
  expect((await get(album)).sequence).toMatchObject({ version_id: 1, name: "Only", revision: 0 });
});

test("a photo that leaves and comes back is in its panel again, in every version", async () => {
  const { server, album, idsOf, arrange, get, shown, bulk, write } = await sequencedAlbum("abcdef");
  const { admin } = server;
  await arrange(album, "ab = cde f");
  await admin.call(contract.createVersion, { params: { slug: album.slug }, body: { name: "Other" } });
  await arrange(album, "f !One bd a - e c", 2);
  const lines = async () => [
    write((await get(album)).sequence.panels),
    write((await get(album, 2)).sequence.panels),
    write((await shown(album)).panels),
  ];
  const before = await lines();
  const [d = 0, f = 0] = idsOf("df");
  const { revision } = (await get(album)).sequence;

  await admin.call(trashPhoto, { params: { id: d } });
  expect(await lines()).toEqual(["ab = ce f", "f !One b a - e c", "ab = ce f"]);
  expect((await get(album)).sequence.revision).toBeGreaterThan(revision);
  await admin.call(trashPhoto, { params: { id: f } });
  // While they are away the line is arranged again.
  await arrange(album, "ec - ab");
  await admin.call(restorePhoto, { params: { id: f } });
  await admin.call(restorePhoto, { params: { id: d } });
  expect((await lines())[1]).toBe(before[1]);
  await arrange(album, "ab = cde f");

  await admin.call(removeAlbumPhoto, { params: { slug: album.slug, photoId: d } });
  await bulk("d", { action: "update", change: { album_id: album.id }, put_back: true });
  expect(await lines()).toEqual(before);

  // Added as new, not back, it is a panel of its own at the end.
  await admin.call(removeAlbumPhoto, { params: { slug: album.slug, photoId: d } });
  await admin.call(addAlbumPhotos, { params: { slug: album.slug }, body: { photo_ids: [d] } });
  expect(await lines()).toEqual(["ab = ce f d", "f !One b a - e c d", "ab = ce f d"]);
});

test("a new order keeps what still stands together, and pauses and texts behind the photo that they followed", async () => {
  const { server, album, idsOf, arrange, get, write } = await sequencedAlbum("abcdef");
  await arrange(album, "!Title ab - cd e = f");
  await server.admin.call(reorderAlbumPhotos, { params: { slug: album.slug }, body: { photo_ids: idsOf("fcdbea") } });
  const { sequence } = await get(album);
  expect(write(sequence.panels)).toBe("!Title f cd b - e = a");
  expect(sequence.revision).toBe(2);
});

test("visitors see no photo that they may not see, and no pause at an end or beside another", async () => {
  const { server, album, idsOf, arrange, get, shown, write } = await sequencedAlbum("abcdef");
  const { admin } = server;
  await arrange(album, "a - bc = d - ef");
  const hide = (name: string, visibility: 0 | 1) =>
    admin.call(updatePhoto, { params: { id: idsOf(name)[0] ?? 0 }, body: { visibility } });
  for (const name of "adf") await hide(name, 1);
  expect(write((await shown(album)).panels)).toBe("bc = e");
  expect(write((await get(album)).sequence.panels)).toBe("a - bc = d - ef");
  await hide("e", 1);
  expect(write((await shown(album)).panels)).toBe("bc");
  for (const name of "adf") await hide(name, 0);
  expect(write((await shown(album)).panels)).toBe("a - bc = d - f");
});

test("an album is shown as a strip, a column or rows", async () => {
  const { server, album, shown } = await sequencedAlbum("ab");
  for (const layout of ["scroll", "grid", "strip"] as const) {
    const changed = await server.admin.call(updateAlbum, { params: { slug: album.slug }, body: { layout } });
    expect(changed.album.layout).toBe(layout);
    expect((await shown(album)).album.layout).toBe(layout);
  }
  const odd = { params: { slug: album.slug }, body: { layout: "pile" } as never };
  expect((await server.admin.refused(updateAlbum, odd)).status).toBe(422);
});

test("a room made from an album follows its line, with pairs and texts, and shows no photo that it was not given", async () => {
  const { server, album, idsOf, arrange, letters, write } = await sequencedAlbum("abcd");
  const { admin } = server;
  const { room } = await admin.call(createRoom, { body: { title: "Ana", album_slug: album.slug, download: "none" } });
  const visit = visitRoom(server, room);
  const data = async () => (await visit.data()).data;
  expect(write((await data()).panels)).toBe("a b c d");

  await arrange(album, "d !Rest = ca b");
  expect(write((await data()).panels)).toBe("d !Rest = ca b");
  expect(letters((await data()).photos)).toBe("dcab");
  expect(letters((await admin.call(getRoom, { params: { id: room.id } })).photos)).toBe("dcab");

  const late = await server.seed.photo({ title: "e" });
  await admin.call(addAlbumPhotos, { params: { slug: album.slug }, body: { photo_ids: [late.id] } });
  await admin.call(removeAlbumPhoto, { params: { slug: album.slug, photoId: idsOf("c")[0] ?? 0 } });
  expect(write((await data()).panels)).toBe("d !Rest = a b c");
});

test("each of 1,000 requests during 12 publishes gets the old line or the new one, whole", async () => {
  const { server, album, arrange, shown, letters, write } = await sequencedAlbum("abcdefgh");
  const lines = ["ab = cde f gh", "h g fe - dcb a"];
  await arrange(album, lines[0] ?? "");
  await server.admin.call(contract.createVersion, { params: { slug: album.slug }, body: { name: "Second" } });
  await arrange(album, lines[1] ?? "", 2);
  const seen = new Set<string>();
  let asked = 0;
  const ask = async (count: number) => {
    for (let request = 0; request < count; request++) {
      const { photos, panels } = await shown(album);
      seen.add(`${letters(photos)}: ${write(panels)}`);
      asked += 1;
    }
  };
  for (let turn = 0; turn < 12; turn++) {
    const params = { slug: album.slug, id: turn % 2 === 0 ? 2 : 1 };
    await Promise.all([server.admin.call(contract.publishVersion, { params }), ask(21), ask(21), ask(21), ask(21)]);
  }
  expect(asked).toBeGreaterThanOrEqual(1_000);
  expect([...seen].sort()).toEqual(["abcdefgh: ab = cde f gh", "hgfedcba: h g fe - dcb a"]);
});

test("a version can be looked at on the real page before it is published, for an hour and by its address alone", async () => {
  const { server, album, ids, arrange, shown, write } = await sequencedAlbum("abcd");
  const { visitor, admin } = server;
  const { version_id } = (await admin.call(contract.createVersion, { params: album, body: { name: "Second edit" } }))
    .sequence;
  await arrange(album, "dc !North = b a", version_id);
  const hidden = ids.get("b");
  if (hidden === undefined) throw new Error("not in the album");
  await admin.call(updatePhoto, { params: { id: hidden }, body: { visibility: 1 } });

  const params = { slug: album.slug, id: version_id };
  const { url } = await admin.call(contract.previewVersion, { params });
  const page = await visitor.fetch(url);
  expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(page.headers.get("x-robots-tag")).toContain("noindex");
  const content = unpackContent(embeddedIn(await page.text()).content);
  expect("panels" in content && write(content.panels ?? [])).toBe("dc !North = a");
  expect(write((await shown(album)).panels)).toBe("a c d");

  const current = url.replace(`_${version_id}-`, "_1-");
  expect((await visitor.fetch(current)).status).toBe(404);
  expect(await visitor.refused(contract.previewVersion, { params })).toMatchObject({ status: 401 });
  expect(await admin.refused(contract.previewVersion, { params: { ...params, id: 9 } })).toMatchObject({ status: 404 });
  await admin.call(contract.deleteVersion, { params });
  expect((await visitor.fetch(url)).status).toBe(404);
});
