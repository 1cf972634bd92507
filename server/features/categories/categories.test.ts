import { expect, test } from "vitest";
import { createAlbum, deleteAlbum, getAlbum, updateAlbum } from "../../../contract/albums.ts";
import * as contract from "../../../contract/categories.ts";
import { paths, RESERVED_KEYS } from "../../../contract/paths.ts";
import { listPhotos, updatePhoto } from "../../../contract/photos.ts";
import { emptyTrash, trashPhoto } from "../../../contract/trash.ts";
import { shareTestServer } from "../../../rig/server/start-test-server.ts";
import { looseCategory } from "../../library/shown/categories.ts";

test("all three categories exist from the start, as a bare object in order", async () => {
  const { visitor } = await shareTestServer();

  const response = await visitor.fetch("/api/v1/categories");

  const empty = { description: "", count: 0, cover_image: null, cover: null };
  expect(await response.json()).toEqual({
    urban: { ...empty, name: "Urban", url: "/urban", position: 0 },
    portraits: { ...empty, name: "Portraits", url: "/portraits", position: 1 },
    travel: { ...empty, name: "Travel", url: "/travel", position: 2 },
  });
  expect(Object.keys(await visitor.call(contract.listCategories))).toEqual(["urban", "portraits", "travel"]);
});

test("a category's cover is its first featured public photo, else the cover of its first album", async () => {
  const { visitor, admin, seed } = await shareTestServer();
  await seed.album({ title: "Empty" });
  const album = await seed.album({ title: "Full" });
  const first = await seed.photo({ album });
  const hidden = await seed.photo({ album, visibility: 1 });
  const chosen = await seed.photo({ album });
  const urban = async () => (await visitor.call(contract.listCategories)).urban;
  const feature = (id: number) => admin.call(updatePhoto, { params: { id }, body: { featured: true } });

  expect(await urban()).toMatchObject({ count: 2, cover: { id: first.id } });
  await feature(hidden.id);
  expect((await urban())?.cover?.id).toBe(first.id);
  await feature(chosen.id);
  expect(await urban()).toMatchObject({
    cover: { id: chosen.id },
    cover_image: `/images/${chosen.internal_id}/medium-1.jpg`,
  });
});

test("a category lists featured albums first and counts public photos", async () => {
  const { visitor, admin, seed } = await shareTestServer();
  const plain = await seed.album({ title: "Plain" });
  const featured = await seed.album({ title: "Featured" });
  await seed.album({ title: "Elsewhere", category: "travel" });
  await seed.photo({ album: plain });
  await seed.photo({ album: plain, visibility: 1 });
  await admin.call(updateAlbum, { params: { slug: featured.slug }, body: { featured: true } });

  const { data } = await visitor.call(contract.listCategoryAlbums, { params: { category: "urban" } });

  expect(data.map(({ slug, photo_count, featured }) => [slug, photo_count, featured])).toEqual([
    ["featured", 0, true],
    ["plain", 1, false],
  ]);
});

test("an unknown category gets a 404", async () => {
  const { visitor } = await shareTestServer();

  const response = await visitor.refused(contract.listCategoryAlbums, { params: { category: "seaside" as "urban" } });

  expect(response.status).toBe(404);
  expect(response.body.message).toBe("Category not found");
});

test("a fresh site has urban, portraits and travel, in this order", async () => {
  const { admin, visitor } = await shareTestServer();

  expect(Object.keys(await visitor.call(contract.listCategories))).toEqual(["urban", "portraits", "travel"]);
  const { categories } = await admin.call(contract.listAdminCategories);
  expect(categories.map(({ key, name, position }) => [key, name, position])).toEqual([
    ["urban", "Urban", 0],
    ["portraits", "Portraits", 1],
    ["travel", "Travel", 2],
  ]);
});

test("the order of the categories can be read even where a key is a number", async () => {
  const { admin, visitor } = await shareTestServer();
  const { category } = await admin.call(contract.createCategory, { body: { name: "2024" } });
  await admin.call(contract.updateCategory, { params: { key: "portraits" }, body: { hidden: true } });

  expect(category.key).toBe("2024");
  const shown = Object.entries(await visitor.call(contract.listCategories));
  // As every program in JavaScript reads it.
  expect(shown.map(([key]) => key)).toEqual(["2024", "urban", "travel"]);
  const inOrder = shown.toSorted(([, one], [, other]) => one.position - other.position);
  expect(inOrder.map(([key]) => key)).toEqual(["urban", "travel", "2024"]);
});

test("a category is added at the end, with a key made from its name", async () => {
  const { admin, visitor } = await shareTestServer();

  const { category } = await admin.call(contract.createCategory, { body: { name: " Street & São Paulo " } });

  expect(category).toEqual({
    id: expect.any(Number),
    key: "street-sao-paulo",
    name: "Street & São Paulo",
    url: "/street-sao-paulo",
    hidden: false,
    description: "",
    cover_photo_id: null,
    position: 3,
    album_count: 0,
    photo_count: 0,
    former_keys: [],
  });
  expect(Object.keys(await visitor.call(contract.listCategories)).at(-1)).toBe("street-sao-paulo");
  expect((await visitor.fetch("/street-sao-paulo")).status).toBe(200);
  expect((await admin.call(contract.createCategory, { body: { name: "東京" } })).category.key).toBe("東京");
  expect((await admin.call(contract.createCategory, { body: { name: "★" } })).category.key).toBe("category");
});

test("reserved words, taken and malformed keys are refused, at their field", async () => {
  const { admin } = await shareTestServer();
  const before = await admin.call(contract.listAdminCategories);
  const fieldsOf = async (body: { name: string; key?: string }) => {
    const { status, body: failure } = await admin.refused(contract.createCategory, { body });
    return [status, Object.keys(failure.errors ?? {})];
  };

  for (const key of [...RESERVED_KEYS, "urban", "Urban Life", "a--b", "-", "é", "a/b", "_page", "robots.txt"]) {
    expect([key, await fieldsOf({ name: "New", key })]).toEqual([key, [422, ["key"]]]);
    const { status } = await admin.refused(contract.updateCategory, { params: { key: "travel" }, body: { key } });
    expect([key, status]).toEqual([key, 422]);
  }
  for (const name of ["Urban", "API", "", " "]) expect(await fieldsOf({ name })).toEqual([422, ["name"]]);
  expect(await fieldsOf({ name: "x".repeat(61) })).toEqual([422, ["name"]]);

  expect(await admin.call(contract.listAdminCategories)).toEqual(before);
});

test("every first part of a URL that the server handles is reserved", async () => {
  const { routes } = await shareTestServer();

  const used = new Set(routes.all().map(({ url }) => url.split("/")[1] ?? ""));
  const couldBeKeys = [...used].filter((part) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(part));

  expect(couldBeKeys.filter((part) => !RESERVED_KEYS.includes(part))).toEqual([]);
});

test("after a new key, the old URLs of the category, its albums and their photos redirect", async () => {
  const { admin, visitor, seed } = await shareTestServer();
  const album = await seed.album({ title: "Harbour", category: "urban" });
  const photo = await seed.photo({ album });
  const redirectOf = async (path: string) => {
    const response = await visitor.fetch(path, { redirect: "manual" });
    await response.body?.cancel();
    return [response.status, response.headers.get("location")];
  };

  await admin.call(contract.updateCategory, { params: { key: "urban" }, body: { key: "city", name: "City" } });
  await admin.call(contract.updateCategory, { params: { key: "city" }, body: { key: "streets" } });

  for (const key of ["urban", "city"]) {
    expect(await redirectOf(`/${key}`)).toEqual([301, "/streets"]);
    expect(await redirectOf(`/${key}/harbour`)).toEqual([301, "/streets/harbour"]);
    expect(await redirectOf(`/${key}/harbour/photo/${photo.id}`)).toEqual([301, `/streets/harbour/photo/${photo.id}`]);
    expect(await redirectOf(paths.content(`/${key}`))).toEqual([301, paths.content("/streets")]);
  }
  const former = async () =>
    (await admin.call(contract.listAdminCategories)).categories.map(({ key, former_keys }) => [key, former_keys]);
  expect(await former()).toEqual([
    ["streets", ["urban", "city"]],
    ["portraits", []],
    ["travel", []],
  ]);
  const { data } = await visitor.call(getAlbum, { params: { slug: "harbour" } });
  expect([data.album.category, data.album.url, data.photos[0]?.category]).toEqual([
    "streets",
    "/streets/harbour",
    "STREETS",
  ]);
  // Nothing else can take a URL that leads somewhere, and the category itself can take it back.
  expect((await admin.refused(contract.createCategory, { body: { name: "Urban" } })).status).toBe(422);
  await admin.call(contract.updateCategory, { params: { key: "streets" }, body: { key: "urban" } });
  expect(await redirectOf("/urban/harbour")).toEqual([200, null]);
  expect(await redirectOf("/streets/harbour")).toEqual([301, "/urban/harbour"]);
});

test("a hidden category is absent for visitors, and its album keeps its place for the owner", async () => {
  const { admin, visitor, seed } = await shareTestServer();
  const album = await seed.album({ title: "Harbour", category: "urban" });
  await seed.photo({ album });
  const statusOf = async (path: string) => (await visitor.fetch(path)).status;

  await admin.call(contract.updateCategory, { params: { key: "urban" }, body: { hidden: true } });

  expect(Object.keys(await visitor.call(contract.listCategories))).toEqual(["portraits", "travel"]);
  for (const path of ["/urban", "/urban/harbour", "/api/v1/categories/urban/albums", "/api/v1/albums/harbour"]) {
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  }
  expect((await admin.call(contract.listAdminCategories)).categories[0]).toMatchObject({
    hidden: true,
    album_count: 1,
  });

  await admin.call(contract.updateCategory, { params: { key: "urban" }, body: { hidden: false } });
  expect(await statusOf("/urban/harbour")).toBe(200);
});

test("the order of the categories names each of them once", async () => {
  const { admin, visitor } = await shareTestServer();
  for (const keys of [[], ["urban"], ["urban", "urban", "travel"], ["urban", "travel", "portraits", "x"]]) {
    const { status, body } = await admin.refused(contract.reorderCategories, { body: { keys } });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ["keys"]]);
  }

  const { categories } = await admin.call(contract.reorderCategories, {
    body: { keys: ["travel", "urban", "portraits"] },
  });

  expect(categories.map(({ key, position }) => [key, position])).toEqual([
    ["travel", 0],
    ["urban", 1],
    ["portraits", 2],
  ]);
  expect(Object.keys(await visitor.call(contract.listCategories))).toEqual(["travel", "urban", "portraits"]);
});

test("only an empty category is deleted, and never the last one", async () => {
  const { admin, seed } = await shareTestServer();
  const remove = (key: string) => admin.refused(contract.deleteCategory, { params: { key } });
  const album = await seed.album({ title: "Harbour", category: "urban" });
  const photo = await seed.photo({ album });

  expect((await remove("urban")).status).toBe(409);
  await admin.call(deleteAlbum, { params: { slug: album.slug } });
  expect((await remove("urban")).body.message).toContain("photos");
  await admin.call(trashPhoto, { params: { id: photo.id } });
  expect((await remove("urban")).body.message).toContain("trash");
  await admin.call(emptyTrash);
  await admin.call(contract.deleteCategory, { params: { key: "urban" } });
  expect((await remove("urban")).status).toBe(404);
  await admin.call(contract.deleteCategory, { params: { key: "portraits" } });
  expect((await remove("travel")).status).toBe(409);

  const { categories } = await admin.call(contract.listAdminCategories);
  expect(categories.map(({ key, position }) => [key, position])).toEqual([["travel", 0]]);
});

test("albums and photos take only categories that exist, and photos in no album the default", async () => {
  const { admin, seed, deps } = await shareTestServer();
  const photo = await seed.photo();
  const wrong = { category: ["Category must be one of urban, portraits, travel"] };

  const created = await admin.refused(createAlbum, { body: { title: "A", category: "nowhere" } });
  expect([created.status, created.body.errors]).toEqual([422, wrong]);
  const { album } = await admin.call(createAlbum, { body: { title: "A", category: "urban" } });
  expect((await admin.refused(updateAlbum, { params: { slug: album.slug }, body: { category: "URBAN" } })).status).toBe(
    422,
  );
  expect((await admin.refused(listPhotos, { query: { category: "nowhere" } })).body.errors).toEqual(wrong);
  const changed = await admin.refused(updatePhoto, { params: { id: photo.id }, body: { category: "urban" } });
  expect([changed.status, changed.body.errors]).toEqual([
    422,
    { category: ["Category must be one of URBAN, PORTRAITS, TRAVEL"] },
  ]);

  expect(await looseCategory(deps.db, undefined)).toBe("URBAN");
  expect(await looseCategory(deps.db, "TRAVEL")).toBe("TRAVEL");
  await admin.call(contract.updateCategory, { params: { key: "urban" }, body: { key: "city" } });
  expect(await looseCategory(deps.db, "URBAN")).toBe("CITY");
});

test("a category has a text and a cover of the owner's choice, which counts while visitors can see it", async () => {
  const { admin, visitor, seed } = await shareTestServer();
  const album = await seed.album();
  const first = await seed.photo({ album });
  const chosen = await seed.photo({ album });
  const change = async (body: object) =>
    (await admin.call(contract.updateCategory, { params: { key: "urban" }, body })).category;
  const urban = async () => (await visitor.call(contract.listCategories)).urban;

  const description = "Cities,\nbefore breakfast";
  expect(await change({ description, cover_photo_id: chosen.id })).toMatchObject({
    description,
    cover_photo_id: chosen.id,
  });
  expect(await urban()).toMatchObject({ description, cover: { id: chosen.id } });
  expect(await (await visitor.fetch("/urban")).text()).toContain("before breakfast");

  await admin.call(updatePhoto, { params: { id: chosen.id }, body: { visibility: 1 } });
  expect((await urban())?.cover?.id).toBe(first.id);
  expect((await change({})).cover_photo_id).toBe(chosen.id);
  await admin.call(trashPhoto, { params: { id: chosen.id } });
  await admin.call(emptyTrash);
  expect((await change({})).cover_photo_id).toBeNull();

  for (const [field, body] of [
    ["description", { description: "x".repeat(601) }],
    ["cover_photo_id", { cover_photo_id: 999 }],
  ] as const) {
    const { status, body: answer } = await admin.refused(contract.updateCategory, { params: { key: "urban" }, body });
    expect([status, Object.keys(answer.errors ?? {})]).toEqual([422, [field]]);
  }
});
