import { expect, test } from "vitest";
import { deleteAlbum, updateAlbum } from "../../../contract/albums.ts";
import { createCategory, updateCategory } from "../../../contract/categories.ts";
import { updatePhoto } from "../../../contract/photos.ts";
import { deletePhotoPermanently, restorePhoto, trashPhoto } from "../../../contract/trash.ts";
import * as contract from "../../../contract/written-pages.ts";
import { shareTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";

type Body = Parameters<TestServer["admin"]["call"]>[1] & Record<string, unknown>;

async function withPage(body: Body = {}) {
  const server = await shareTestServer();
  const write = async (given: Body = {}) =>
    (
      await server.admin.call(contract.createWrittenPage, {
        body: { kind: "page", title: "About", ...given } as never,
      })
    ).page;
  const page = await write(body);
  const change = async (given: Body, from = page) =>
    (
      await server.admin.call(contract.updateWrittenPage, {
        params: { id: from.id },
        body: { revision: from.revision, ...given } as never,
      })
    ).page;
  const slugs = async () => (await server.visitor.call(contract.listPublicPages)).data.map(({ slug }) => slug);
  return { ...server, page, write, change, slugs };
}

const ALL_BLOCKS = [
  { kind: "heading", text: "Work" },
  { kind: "text", text: "An *old* house, [more](https://example.com)\n\n- one" },
  { kind: "quote", text: "Look.", by: "Ada" },
  { kind: "entries", entries: [{ year: "2024", title: "Solo", place: "Oslo", note: "", url: "/urban" }] },
];

test("a new page is a draft at an address made from its title, and only the owner sees it", async () => {
  const { page, admin, visitor, write } = await withPage({ title: "Über mich", blocks: ALL_BLOCKS });

  expect(page).toMatchObject({
    kind: "page",
    slug: "uber-mich",
    url: "/uber-mich",
    title: "Über mich",
    summary: "",
    status: "draft",
    in_menu: true,
    position: 0,
    published_on: null,
    revision: 1,
    blocks: ALL_BLOCKS,
  });
  expect((await write({ title: "Über mich" })).slug).toBe("uber-mich-2");
  const { pages } = await admin.call(contract.listWrittenPages);
  expect(pages.map(({ slug, position }) => [slug, position])).toEqual([
    ["uber-mich", 0],
    ["uber-mich-2", 1],
  ]);
  expect(pages[0]).not.toHaveProperty("blocks");
  expect((await admin.call(contract.getWrittenPage, { params: { id: page.id } })).page).toEqual(page);
  expect((await visitor.call(contract.listPublicPages)).data).toEqual([]);
  expect((await visitor.fetch("/api/v1/pages/uber-mich")).status).toBe(404);
  expect((await admin.fetch("/api/v1/admin/pages/999")).status).toBe(404);
});

test("a page and an entry of the journal are public once they are published", async () => {
  const { page, visitor, write, change, slugs } = await withPage({ blocks: ALL_BLOCKS });
  expect(await slugs()).toEqual([]);

  const shown = await change({ status: "public" });
  const entry = await write({ kind: "entry", title: "First day", status: "public", blocks: ALL_BLOCKS });

  expect(shown).toMatchObject({ status: "public", revision: 2, published_on: expect.stringMatching(/Z$/) });
  expect(await slugs()).toEqual(["about"]);
  const { data } = await visitor.call(contract.getPublicPage, { params: { slug: page.slug } });
  expect(data).toMatchObject({ id: page.id, title: "About", blocks: ALL_BLOCKS });
  expect(entry).toMatchObject({ url: "/journal/first-day", in_menu: false, position: null });
  const journal = await visitor.call(contract.listJournal);
  expect(journal.data).toMatchObject([{ slug: "first-day", excerpt: "An old house, more one" }]);
  expect((await visitor.call(contract.getJournalEntry, { params: { slug: "first-day" } })).data.id).toBe(entry.id);
  expect((await visitor.fetch("/api/v1/pages/first-day")).status).toBe(404);
});

test("an older revision is refused, and nothing of it is stored", async () => {
  const { page, admin, change } = await withPage();
  await change({ title: "Mine" });

  const params = { id: page.id };
  const refused = await admin.refused(contract.updateWrittenPage, {
    params,
    body: { revision: page.revision, title: "Theirs" },
  });

  expect([refused.status, refused.body.code]).toEqual([409, "PAGE_CHANGED"]);
  expect((await admin.call(contract.getWrittenPage, { params: { id: page.id } })).page.title).toBe("Mine");
  const without = await admin.refused(contract.updateWrittenPage, { params, body: { title: "Theirs" } as never });
  expect(without.status).toBe(422);
});

test("a save that changes nothing keeps the revision", async () => {
  const { page, change } = await withPage({ blocks: ALL_BLOCKS });
  expect((await change({ title: page.title, blocks: page.blocks })).revision).toBe(page.revision);
});

test("pages and categories share the addresses; reserved words and former ones are taken", async () => {
  const { admin, page, write, change } = await withPage();
  const refuse = (body: Body) => expect(write(body)).rejects.toThrow(": 422 ");

  for (const slug of ["about", "urban", "admin", "journal", "contact", "s", "Not a slug"]) await refuse({ slug });
  await expect(admin.call(createCategory, { body: { name: "About" } })).rejects.toThrow(": 422 ");
  await expect(admin.call(updateCategory, { params: { key: "urban" }, body: { key: "about" } })).rejects.toThrow(
    ": 422 ",
  );
  await expect(admin.call(createCategory, { body: { name: "Journal" } })).rejects.toThrow(": 422 ");
  await change({ slug: "me" });
  await expect(admin.call(createCategory, { body: { name: "About" } })).rejects.toThrow(": 422 ");
  await refuse({ slug: "about" });
  await admin.call(updateCategory, { params: { key: "travel" }, body: { key: "journeys" } });
  await refuse({ slug: "travel" });
  expect((await write({ title: "Urban" })).slug).toBe("urban-2");
  // Entries have a room of their own.
  expect((await write({ kind: "entry", slug: "urban" })).url).toBe("/journal/urban");
  expect(page.slug).toBe("about");
});

test("links lead to web and mail addresses and to paths of this site, nowhere else", async () => {
  const { write } = await withPage();
  const text = (to: string) => [{ kind: "text", text: `See [this](${to})` }];
  const entry = (url: string | null) => [{ kind: "entries", entries: [{ title: "Solo", url }] }];
  for (const to of ["https://example.com", "mailto:a@example.com", "/contact"]) {
    await write({ blocks: text(to) });
    await write({ blocks: entry(to) });
  }
  await write({ blocks: entry(null) });
  for (const to of ["javascript:alert(1)", "//evil.example", "ftp://example.com", "data:text/html,x"]) {
    await expect(write({ blocks: text(to) })).rejects.toThrow(": 422 ");
    await expect(write({ blocks: entry(to) })).rejects.toThrow(": 422 ");
  }
});

test("blocks that do not exist are refused", async () => {
  const { write, seed } = await withPage();
  const { id } = await seed.photo();
  for (const block of [
    { kind: "html", html: "<b>" },
    { kind: "photos", photo_ids: [] },
    { kind: "photos", photo_ids: [id, id, id, id] },
    { kind: "photos", photo_ids: [99_999] },
    { kind: "album", album_id: 99_999 },
    { kind: "text" },
  ]) {
    await expect(write({ blocks: [block] })).rejects.toThrow(": 422 ");
  }
});

test("visitors see only the photos and albums that they may see, and no block without any", async () => {
  const { admin, visitor, seed, write } = await withPage();
  const album = await seed.album({ title: "Shown" });
  const [one, two] = [await seed.photo({ album }), await seed.photo({ album })];
  const blocks = [
    { kind: "photos", photo_ids: [one.id, two.id], caption: "Both" },
    { kind: "photos", photo_ids: [two.id], caption: "" },
    { kind: "album", album_id: album.id },
  ];
  const page = await write({ title: "Work", status: "public", blocks });
  const shown = async () => (await visitor.call(contract.getPublicPage, { params: { slug: "work" } })).data;
  const cover = async () =>
    (await visitor.call(contract.listPublicPages)).data.find(({ slug }) => slug === "work")?.cover?.id;

  expect(await shown()).toMatchObject({ blocks, albums: [{ id: album.id }] });
  expect((await shown()).photos.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort());
  expect(await cover()).toBe(one.id);

  await admin.call(updatePhoto, { params: { id: one.id }, body: { visibility: 1 } });
  expect((await shown()).blocks[0]).toMatchObject({ photo_ids: [two.id] });
  expect(await cover()).toBe(two.id);
  await admin.call(trashPhoto, { params: { id: two.id } });
  expect((await shown()).blocks).toEqual([{ kind: "album", album_id: album.id }]);
  await admin.call(updateAlbum, { params: { slug: album.slug }, body: { status: "draft" } });
  expect(await shown()).toMatchObject({ blocks: [], photos: [], albums: [] });

  await admin.call(restorePhoto, { params: { id: two.id } });
  await admin.call(updatePhoto, { params: { id: one.id }, body: { visibility: 0 } });
  await admin.call(updateAlbum, { params: { slug: album.slug }, body: { status: "public" } });
  expect(await shown()).toMatchObject({ blocks });
  expect((await admin.call(contract.getWrittenPage, { params: { id: page.id } })).page.blocks).toEqual(blocks);
});

test("a deleted photo or album leaves the pages that named it", async () => {
  const { admin, seed, write } = await withPage();
  const album = await seed.album();
  const [one, two] = [await seed.photo(), await seed.photo()];
  const page = await write({
    blocks: [
      { kind: "photos", photo_ids: [one.id, two.id] },
      { kind: "photos", photo_ids: [one.id] },
      { kind: "album", album_id: album.id },
    ],
  });

  await admin.call(trashPhoto, { params: { id: one.id } });
  await admin.call(deletePhotoPermanently, { params: { id: one.id } });
  await admin.call(deleteAlbum, { params: { slug: album.slug } });

  const { page: after } = await admin.call(contract.getWrittenPage, { params: { id: page.id } });
  expect(after.blocks).toEqual([{ kind: "photos", photo_ids: [two.id], caption: "" }]);
  expect(after.revision).toBe(page.revision + 2);
});

test("the owner orders the pages of the menu; the others follow", async () => {
  const { admin, page, write, slugs } = await withPage({ status: "public" });
  const news = await write({ title: "News", status: "public" });
  const imprint = await write({ title: "Imprint", in_menu: false, status: "public" });
  const entry = await write({ kind: "entry", title: "Day" });
  const order = (ids: number[]) => admin.call(contract.reorderWrittenPages, { body: { ids } });

  const { pages } = await order([news.id, page.id]);
  expect(pages.map(({ id, position }) => [id, position])).toEqual([
    [news.id, 0],
    [page.id, 1],
    [imprint.id, 2],
    [entry.id, null],
  ]);
  await order([imprint.id, page.id, news.id]);
  expect(await slugs()).toEqual(["imprint", "about", "news"]);
  for (const ids of [
    [news.id],
    [news.id, page.id, page.id],
    [news.id, page.id, entry.id],
    [news.id, page.id, 99_999],
  ]) {
    await expect(order(ids)).rejects.toThrow(": 422 ");
  }
});

test("deleting a page closes the gap in the order and frees its address", async () => {
  const { admin, page, write } = await withPage();
  const other = await write({ title: "News" });

  await admin.call(contract.deleteWrittenPage, { params: { id: page.id } });

  const { pages } = await admin.call(contract.listWrittenPages);
  expect(pages.map(({ id, position }) => [id, position])).toEqual([[other.id, 0]]);
  expect((await admin.fetch(`/api/v1/admin/pages/${page.id}`)).status).toBe(404);
  expect((await write({ slug: "about" })).slug).toBe("about");
});
