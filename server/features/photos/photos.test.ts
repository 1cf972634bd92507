import { expect, test } from "vitest";
import { deleteAlbum, listAlbumPhotos } from "../../../contract/albums.ts";
import * as contract from "../../../contract/photos.ts";
import { deletePhotoPermanently, emptyTrash, restorePhoto, trashPhoto } from "../../../contract/trash.ts";
import { shareTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";

type Query = NonNullable<Parameters<TestServer["admin"]["call"]>[1]>["query"];

const list = async ({ admin }: TestServer, query: Query = {}) =>
  (await admin.call(contract.listPhotos, { query: query as object })).photos.map(({ id }) => id);

test("the library lists all photos newest first, including the trash", async () => {
  const server = await shareTestServer();
  const [a, b, c] = [await server.seed.photo(), await server.seed.photo({ visibility: 1 }), await server.seed.photo()];
  await server.admin.call(trashPhoto, { params: { id: a.id } });

  const { photos, total, next_cursor } = await server.admin.call(contract.listPhotos);

  expect(photos.map(({ id, deleted, is_visible }) => [id, deleted, is_visible])).toEqual([
    [c.id, false, true],
    [b.id, false, false],
    [a.id, true, false],
  ]);
  expect([total, next_cursor]).toEqual([3, null]);
});

test("the admin gets signed URLs for photos that visitors may not see", async () => {
  const { admin, seed } = await shareTestServer();
  const album = await seed.album();
  const [shown, hidden] = [await seed.photo({ album }), await seed.photo({ album, visibility: 1 })];

  const { photo: open } = await admin.call(contract.getPhoto, { params: { id: shown.id } });
  const { photo: secret } = await admin.call(contract.getPhoto, { params: { id: hidden.id } });

  expect(open.image_urls.thumb).toBe(`/images/${shown.internal_id}/thumb-1.jpg`);
  expect(secret.image_urls.thumb).toMatch(/thumb-1\.jpg\?expires=\d+&signature=/);
  expect(secret.sources.avif.large).toMatch(/signature=/);
  expect(open.file_url).toMatch(/signature=/);
});

test("pages show every photo exactly once, in every order", async () => {
  const server = await shareTestServer();
  const all: number[] = [];
  for (let index = 0; index < 7; index++) {
    // Ties in title and time must not make a page skip or repeat a photo.
    const captured_key = `2020-01-0${1 + (index % 2)}`;
    all.push((await server.seed.photo({ title: index % 2 ? "Same" : "Älter", captured_key })).id);
  }
  for (const sort of ["newest", "oldest", "captured", "title"] as const) {
    const whole = await list(server, { sort });
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page: { photos: { id: number }[]; next_cursor: string | null; total: number } = await server.admin.call(
        contract.listPhotos,
        { query: { sort, limit: 3, ...(cursor && { cursor }) } },
      );
      seen.push(...page.photos.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor);

    expect(seen, sort).toEqual(whole);
    expect([...seen].sort(), sort).toEqual(all.sort());
    expect((await server.admin.call(contract.listPhotoIds, { query: { sort } })).ids, sort).toEqual(whole);
  }
});

test("a page's total counts all matches, and is right after every change", async () => {
  const { admin, seed } = await shareTestServer();
  const first = await seed.photo();
  await seed.photo();
  await admin.call(contract.updatePhoto, { params: { id: first.id }, body: { favorite: true } });
  const total = async (query: object) =>
    (await admin.call(contract.listPhotos, { query: { limit: 1, ...query } })).total;

  expect([await total({}), await total({ favorite: "1" })]).toEqual([2, 1]);
  await admin.call(contract.updatePhoto, { params: { id: first.id }, body: { favorite: false } });
  expect([await total({}), await total({ favorite: "1" })]).toEqual([2, 0]);
});

test("filters narrow the list, alone and together", async () => {
  const server = await shareTestServer();
  const { admin, seed } = server;
  const album = await seed.album({ title: "Lisbon", category: "travel" });
  const inAlbum = (await seed.photo({ album, tags: '["night","a\\"b"]' })).id;
  const hidden = (await seed.photo({ visibility: 1, tags: '["Night"]' })).id;
  const unassigned = (await seed.photo({ category: "PORTRAITS", tags: '["midnight","x"]' })).id;
  const trashed = (await seed.photo()).id;
  await admin.call(trashPhoto, { params: { id: trashed } });
  for (const [id, body] of [
    [inAlbum, { favorite: true }],
    [hidden, { featured: true }],
    [unassigned, { quick_collection: true }],
  ] as const) {
    await admin.call(contract.updatePhoto, { params: { id }, body });
  }

  expect(await list(server, { deleted: "1" })).toEqual([trashed]);
  expect(await list(server, { deleted: "0" })).toEqual([unassigned, hidden, inAlbum]);
  expect(await list(server, { category: "travel" })).toEqual([inAlbum]);
  expect(await list(server, { album: "lisbon" })).toEqual([inAlbum]);
  expect(await list(server, { album: "nowhere" })).toEqual([]);
  expect(await list(server, { favorite: "true" })).toEqual([inAlbum]);
  expect(await list(server, { featured: "1" })).toEqual([hidden]);
  expect(await list(server, { quick_collection: "1" })).toEqual([unassigned]);
  expect(await list(server, { unassigned: "1" })).toEqual([unassigned, hidden]);
  expect(await list(server, { needs_alt: "1" })).toEqual([unassigned, hidden, inAlbum]);
  await admin.call(contract.updatePhoto, { params: { id: hidden }, body: { alt: "A hedge" } });
  expect(await list(server, { needs_alt: "1" })).toEqual([unassigned, inAlbum]);
  expect(await list(server, { needs_alt: "0" })).toEqual([hidden]);
  expect(await list(server, { visibility: "1" })).toEqual([hidden]);
  expect(await list(server, { tag: "night" })).toEqual([inAlbum]);
  expect(await list(server, { tag: 'a"b' })).toEqual([inAlbum]);
  expect(await list(server, { tag: "b" })).toEqual([]);
  expect(await list(server, { unassigned: "1", visibility: "0" })).toEqual([unassigned]);
  expect(await list(server, { ids: `${inAlbum},${hidden},999999` })).toEqual([hidden, inAlbum]);
});

test("searching finds words in title, caption, file name and tags, ignoring case and accents", async () => {
  const server = await shareTestServer();
  const { seed } = server;
  const cafe = (await seed.photo({ title: "Café at night", caption: "Rua Augusta", tags: '["São Paulo"]' })).id;
  const odd = (await seed.photo({ title: "100% wool_scarf", filename: "DSC_0042.jpg" })).id;

  expect(await list(server, { q: "CAFE" })).toEqual([cafe]);
  expect(await list(server, { q: "paulo augusta" })).toEqual([cafe]);
  expect(await list(server, { q: "0042" })).toEqual([odd]);
  expect(await list(server, { q: "100%" })).toEqual([odd]);
  // Wildcards are ordinary characters.
  expect(await list(server, { q: "c%t" })).toEqual([]);
  expect(await list(server, { q: "wool scarf" })).toEqual([odd]);
  expect(await list(server, { q: "caf_" })).toEqual([]);
  expect(await list(server, { q: "  " })).toEqual([odd, cafe]);
});

test("a search lists the closest matches first, the newest first among equals, and also in pages", async () => {
  const server = await shareTestServer();
  const names = new Map<number, string>();
  const add = async (name: string, photo: { title: string; caption?: string; filename?: string }) =>
    names.set((await server.seed.photo(photo)).id, name);
  await add("equal", { title: "Oak" });
  await add("begins", { title: "Oak tree" });
  await add("equal, newer", { title: "OÁK" });
  await add("begins, newer", { title: "Oaken door" });
  await add("word", { title: "The old oak" });
  await add("word after punctuation", { title: "Trees", caption: "Birch,\n(oak)/elm" });
  await add("word of the file name", { title: "Door", filename: "img_oak-2.jpg" });
  await add("rest", { title: "Soaking wet" });
  await add("none", { title: "Birch" });
  await add("rest, newer", { title: "Cloaks" });
  const found = async (query: Record<string, string>) => (await list(server, query)).map((id) => names.get(id));

  const best = ["equal, newer", "equal", "begins, newer", "begins"];
  const words = ["word of the file name", "word after punctuation", "word"];
  const all = [...best, ...words, "rest, newer", "rest"];
  expect(await found({ q: " oak " })).toEqual(all);
  expect(await found({ q: "oak", sort: "best" })).toEqual(all);
  expect(await found({ q: "old  oak" })).toEqual(["word"]);
  expect(await found({ q: "oak the" })).toEqual(["word"]);
  expect(await found({ q: "oak", sort: "newest" })).toEqual([
    "rest, newer",
    "rest",
    ...words,
    "begins, newer",
    "equal, newer",
    "begins",
    "equal",
  ]);
  expect((await found({ sort: "best" })).slice(0, 2)).toEqual(["rest, newer", "none"]);

  const { listPhotos, listPhotoIds } = contract;
  const page = async (cursor: string) => {
    const query = { q: "oak", limit: 2, ...(cursor && { cursor }) };
    const [whole, { ids }] = [
      await server.admin.call(listPhotos, { query }),
      await server.admin.call(listPhotoIds, { query }),
    ];
    expect(whole.photos.map(({ id }) => id)).toEqual(ids);
    return { ids, next: whole.next_cursor };
  };
  const seen: (string | undefined)[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { ids, next }: { ids: number[]; next: string | null } = await page(cursor);
    seen.push(...ids.map((id) => names.get(id)));
    cursor = next;
  }
  expect(seen).toEqual(all);
});

test("an invalid query is refused, naming the field", async () => {
  const { admin } = await shareTestServer();
  for (const [field, query] of [
    ["limit", { limit: "0" }],
    ["limit", { limit: "501" }],
    ["cursor", { cursor: "nonsense" }],
    ["cursor", { cursor: Buffer.from('["title_key","a",1]').toString("base64url") }],
    ["category", { category: "seaside" }],
    ["deleted", { deleted: "maybe" }],
    ["sort", { sort: "curated" }],
    ["sort", { sort: "curated", favorite: "1", featured: "1" }],
    ["ids", { ids: "1,x" }],
  ] as const) {
    const response = await admin.refused(contract.listPhotos, { query: query as object });

    expect(response.status, JSON.stringify(query)).toBe(422);
    expect(response.body.errors).toHaveProperty(field);
  }
});

test("one field changes at a time", async () => {
  const server = await shareTestServer();
  const { id } = await server.seed.photo({ title: "Old", caption: "Kept" });
  const change = async (body: contract.PhotoChange) =>
    (await server.admin.call(contract.updatePhoto, { params: { id }, body })).photo;

  expect(await change({ title: "  New Äther " })).toMatchObject({ title: "New Äther", caption: "Kept" });
  expect(await list(server, { q: "ather" })).toEqual([id]);
  expect(await list(server, { q: "old" })).toEqual([]);
  expect(await change({ caption: "" })).toMatchObject({ caption: "" });
  expect(await change({ title: "  " })).toMatchObject({ title: "" });
  expect(await change({ title: "New Äther" })).toMatchObject({ title: "New Äther" });
  expect(await change({ alt: "A dog crosses" })).toMatchObject({ alt: "A dog crosses", title: "New Äther" });
  expect(await list(server, { q: "dog" })).toEqual([id]);
  expect(await change({ tags: [" sea ", "sea", "", "sky"] })).toMatchObject({ tags: ["sea", "sky"] });
  expect(await change({ license: "Public Domain" })).toMatchObject({ license: "Public Domain" });
  expect(await change({ visibility: 1 })).toMatchObject({ visibility: 1, is_visible: false });
  expect(await change({ favorite: true })).toMatchObject({ favorite: true });
  expect(await change({ featured: true })).toMatchObject({ featured: true });
  expect(await change({ quick_collection: true })).toMatchObject({ quick_collection: true });
  // @ts-expect-error: a change has exactly one field, even where no request is validated.
  const two: contract.PhotoChange = { title: "A", caption: "B" };
  expect(contract.PhotoChange.safeParse(two).success).toBe(false);
  // Adding it again gives it no second position in the collection.
  expect(await change({ quick_collection: true })).toMatchObject({ quick_collection: true });
  expect((await server.admin.call(contract.getSummary)).quick_collection).toBe(1);
});

test("an invalid change is refused and changes nothing", async () => {
  const { admin, seed } = await shareTestServer();
  const { id } = await seed.photo();
  const before = await admin.call(contract.getPhoto, { params: { id } });
  for (const body of [
    {},
    { title: "A", caption: "B" },
    { title: "x".repeat(201) },
    { title: "nul \0" },
    { caption: "lone \ud800" },
    { tags: "sea" },
    { tags: Array.from({ length: 51 }, (_, index) => `tag ${index}`) },
    { license: "Mine" },
    { category: "urban" },
    { visibility: 2 },
    { favorite: "yes" },
    { album_id: 999_999 },
    { internal_id: "x" },
  ]) {
    const sent = JSON.stringify(body);
    // What a client that ignores the types would send.
    const response = await admin.refused(contract.updatePhoto, { params: { id }, body: body as contract.PhotoChange });

    expect(response.status, sent).toBe(422);
    expect(response.body.message, sent).not.toBe("");
    expect(await admin.call(contract.getPhoto, { params: { id } }), sent).toEqual(before);
  }
});

test("an unreadable body gets a 400", async () => {
  const { admin, seed } = await shareTestServer();
  const { id } = await seed.photo();

  const response = await admin.fetch(`/api/v1/admin/photos/${id}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: "{",
  });

  expect(response.status).toBe(400);
});

test("a new category clears the album, and an album of another category is refused", async () => {
  const { admin, seed } = await shareTestServer();
  const [urban, travel] = [await seed.album(), await seed.album({ category: "travel" })];
  const { id } = await seed.photo({ album: urban });
  const change = (body: contract.PhotoChange) => ({ params: { id }, body });

  const refused = await admin.refused(contract.updatePhoto, change({ album_id: travel.id }));
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toHaveProperty("album_id");

  const { photo } = await admin.call(contract.updatePhoto, change({ category: "TRAVEL" }));
  expect(photo).toMatchObject({ category: "TRAVEL", album_id: null });
  const moved = await admin.call(contract.updatePhoto, change({ album_id: travel.id }));
  expect(moved.photo.album_id).toBe(travel.id);
  expect((await admin.call(listAlbumPhotos, { params: { slug: urban.slug } })).photos).toEqual([]);
});

test("the tags in use come most used first, without those in the trash", async () => {
  const { admin, seed } = await shareTestServer();
  await seed.photo({ tags: '["sea","sky"]' });
  await seed.photo({ tags: '["sky"]' });
  const { id } = await seed.photo({ tags: '["gone"]' });
  await admin.call(trashPhoto, { params: { id } });

  const { tags } = await admin.call(contract.listTags);

  expect(tags).toEqual([
    { tag: "sky", count: 2 },
    { tag: "sea", count: 1 },
  ]);
});

test("the summary has the count next to each link", async () => {
  const { admin, seed } = await shareTestServer();
  const album = await seed.album();
  const [a, b, c] = [await seed.photo({ album }), await seed.photo(), await seed.photo()];
  await admin.call(trashPhoto, { params: { id: c.id } });
  await admin.call(contract.updatePhoto, { params: { id: a.id }, body: { favorite: true } });
  await admin.call(contract.updatePhoto, { params: { id: b.id }, body: { featured: true } });

  const { success: _, disk, backup, ...summary } = { success: true, ...(await admin.call(contract.getSummary)) };

  expect(summary).toEqual({
    photos: 2,
    favorites: 1,
    featured: 1,
    featured_albums: 0,
    quick_collection: 0,
    trash: 1,
    unassigned: 1,
    needs_alt: 2,
    new_selections: 0,
    unread_messages: 0,
  });
  expect(disk.free_bytes).toBeGreaterThan(0);
  expect(backup.state).toBe("never");
});

test("the total is right whatever happens to the photos", async () => {
  const { admin, seed } = await shareTestServer();
  const album = await seed.album();
  const [a, b, c, d] = [
    await seed.photo({ album }),
    await seed.photo({ album }),
    await seed.photo(),
    await seed.photo(),
  ];
  const filters: object[] = [{}, ...[true, false].flatMap((flag) => [{ deleted: flag }, { unassigned: flag }])];
  const expectRight = async () => {
    for (const filter of [...filters, { deleted: true, unassigned: true }, { deleted: false, unassigned: true }]) {
      const { total, photos } = await admin.call(contract.listPhotos, { query: filter });
      expect(total, JSON.stringify(filter)).toBe(photos.length);
    }
  };
  const ids = [a.id, b.id, c.id];

  await expectRight();
  await admin.call(trashPhoto, { params: { id: d.id } });
  await expectRight();
  const change = { album_id: album.id };
  await admin.call(contract.bulkPhotos, { body: { ids, action: "update", change } });
  await expectRight();
  await admin.call(contract.bulkPhotos, { body: { ids, action: "trash" } });
  await expectRight();
  await admin.call(restorePhoto, { params: { id: a.id } });
  await expectRight();
  await admin.call(deletePhotoPermanently, { params: { id: b.id } });
  await expectRight();
  await admin.call(deleteAlbum, { params: { slug: album.slug } });
  await expectRight();
  await admin.call(emptyTrash);
  await expectRight();

  expect(await admin.call(contract.getSummary)).toMatchObject({ photos: 1, trash: 0, unassigned: 1 });
});

test("a refused field is explained in plain words", async () => {
  const { admin, seed } = await shareTestServer();
  const { id } = await seed.photo();
  for (const [field, body, words] of [
    ["license", { license: "Mine" }, "License must be one of All Rights Reserved, Creative Commons"],
    ["caption", { caption: 7 }, "Caption must be text"],
    ["caption", { caption: "x".repeat(100_000) }, "Caption must have at most"],
  ] as const) {
    const response = await admin.refused(contract.updatePhoto, {
      params: { id },
      body: body as unknown as contract.PhotoChange,
    });

    expect(response.status, words).toBe(422);
    expect(response.body.errors?.[field]?.[0]).toContain(words);
  }
});
