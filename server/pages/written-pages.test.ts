import { expect, test } from "vitest";
import { createAlbum } from "../../contract/albums.ts";
import { API_PREFIX } from "../../contract/endpoint.ts";
import { paths } from "../../contract/paths.ts";
import { updatePhoto } from "../../contract/photos.ts";
import * as contract from "../../contract/written-pages.ts";
import { htmlComplaints } from "../../rig/server/html-complaints.ts";
import { shareTestServer, type TestServer } from "../../rig/server/start-test-server.ts";

type Given = Record<string, unknown>;

async function withPages() {
  const server = await shareTestServer();
  const { admin, visitor } = server;
  const write = async (given: Given) =>
    (
      await admin.call(contract.createWrittenPage, {
        body: { kind: "page", status: "public", ...given } as never,
      })
    ).page;
  const change = async ({ id, revision }: { id: number; revision: number }, given: Given) =>
    (await admin.call(contract.updateWrittenPage, { params: { id }, body: { revision, ...given } as never })).page;
  const read = async (path: string) => {
    const response = await visitor.fetch(path, { redirect: "manual" });
    return { status: response.status, location: response.headers.get("location"), text: await response.text() };
  };
  return { ...server, write, change, read };
}

const dataOf = (text: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? "null");
const navOf = (text: string) =>
  [...(/<nav [^>]*aria-label="Main".*?<\/nav>/s.exec(text)?.[0] ?? "").matchAll(/>([^<]+)<\/a>/g)].map(
    ([, name]) => name,
  );
const mainOf = (text: string) => /<main.*<\/main>/s.exec(text)?.[0] ?? "";

async function everyBlock({ seed }: TestServer) {
  const album = await seed.album({ title: "Waters" });
  const photos = [];
  for (const title of ["Heron", "", "Ash <3"])
    photos.push(await seed.photo({ album, title, width: 1500, height: 1000 }));
  const photo_ids = photos.map(({ id }) => id);
  return {
    album,
    photo_ids,
    blocks: [
      { kind: "photos", photo_ids: photo_ids.slice(0, 1), caption: "One\nand more" },
      { kind: "heading", text: "A <heading> & more" },
      {
        kind: "text",
        text: "An *old* **house**, [site](https://example.com/?a=1&b=2) <b>x</b>\nnext line\n\n- one\n- two",
      },
      { kind: "quote", text: "Look & see", by: "Ada" },
      { kind: "photos", photo_ids },
      { kind: "album", album_id: album.id },
      { kind: "entries", entries: [{ year: 2024, title: "Solo", place: "Oslo", url: "/urban" }, { title: "Group" }] },
    ],
  };
}

test("a page is made of its blocks, as valid HTML without any of its own, and needs no JavaScript", async () => {
  const server = await withPages();
  const { write, read } = server;
  const { blocks, album, photo_ids } = await everyBlock(server);
  await write({ title: "Ways & <means>", blocks });

  const { status, text } = await read("/ways-means");

  expect([status, htmlComplaints(text)]).toEqual([200, []]);
  const main = mainOf(text);
  expect(main).toContain("Ways &amp; &lt;means&gt;</h1>");
  expect(main).toContain("A &lt;heading&gt; &amp; more</h2>");
  expect(main).toContain("An <em>old</em> <strong>house</strong>");
  expect(main).toContain(
    '<a href="https://example.com/?a=1&amp;b=2" rel="noopener">site</a> &lt;b&gt;x&lt;/b&gt;<br/>next line',
  );
  expect(main).toContain("<li>one</li><li>two</li>");
  expect(main).toContain(`href="${album.url}/photo/${photo_ids[2]}"`);
  expect(main.match(/<picture>/g)?.length).toBe(5);
  expect(main).toContain('<a href="/urban">Solo</a>');
  expect(main).not.toContain("style=");
});

test("the menu has the pages in the owner's order, then the journal while it has an entry, then Contact", async () => {
  const { admin, write, change, read } = await withPages();
  const [about, prices] = [await write({ title: "About" }), await write({ title: "Prices" })];
  await write({ title: "Imprint", in_menu: false });
  await write({ title: "Draft", status: "draft", in_menu: false });
  const menu = async () => navOf((await read("/")).text).slice(4);
  expect(await menu()).toEqual(["ABOUT", "PRICES", "CONTACT"]);
  expect([(await read("/journal")).status, (await read("/imprint")).status]).toEqual([404, 200]);

  await admin.call(contract.reorderWrittenPages, { body: { ids: [prices.id, about.id] } });
  const entry = await write({ kind: "entry", title: "First day" });
  expect(await menu()).toEqual(["PRICES", "ABOUT", "JOURNAL", "CONTACT"]);

  await change(entry, { status: "draft" });
  expect(await menu()).toEqual(["PRICES", "ABOUT", "CONTACT"]);
});

test("drafts and pages of the future are not found; neither are those of another kind", async () => {
  const { write, read } = await withPages();
  await write({ title: "Draft", status: "draft" });
  await write({ title: "Future", published_on: new Date(Date.now() + 60_000).toISOString() });
  await write({ kind: "entry", title: "Day", status: "draft" });
  await write({ title: "Here" });
  for (const path of ["/draft", "/future", "/journal/day", "/journal", "/journal/here", "/here/there"]) {
    expect([path, (await read(path)).status]).toEqual([path, 404]);
  }
});

test("after a new slug, the old address of the page and of its content redirects", async () => {
  const { write, change, read } = await withPages();
  const page = await write({ title: "About" });
  const entry = await write({ kind: "entry", title: "Day" });
  const moved = await change(page, { slug: "me" });
  await change(entry, { slug: "first-day" });

  expect(await read("/about")).toMatchObject({ status: 301, location: "/me" });
  expect(await read(paths.content("/about"))).toMatchObject({ status: 301, location: paths.content("/me") });
  expect(await read("/journal/day")).toMatchObject({ status: 301, location: "/journal/first-day" });

  const back = await change(moved, { slug: "about" });
  expect((await read("/about")).status).toBe(200);
  expect(await read("/me")).toMatchObject({ status: 301, location: "/about" });
  await change(back, { status: "draft" });
  expect((await read("/me")).status).toBe(404);
});

test("the journal lists its entries, newest first, and each leads to those beside it", async () => {
  const server = await withPages();
  const { write, read } = server;
  const { blocks } = await everyBlock(server);
  for (const day of ["01", "03", "02"]) {
    await write({ kind: "entry", title: `Day ${day}`, published_on: `2024-05-${day}T10:00:00Z`, blocks });
  }

  const { text } = await read("/journal");

  expect(htmlComplaints(text)).toEqual([]);
  const main = mainOf(text);
  expect([...main.matchAll(/href="([^"]+)"/g)].map(([, url]) => url)).toEqual([
    "/journal/day-03",
    "/journal/day-02",
    "/journal/day-01",
  ]);
  expect(main).toContain("3 May 2024");
  expect(main).toContain("An old house, site");
  const middle = mainOf((await read("/journal/day-02")).text);
  expect(middle).toMatch(/rel="prev" href="\/journal\/day-01".*rel="next" href="\/journal\/day-03"/s);
});

test("feeds and the sitemap have public pages and entries; the journal has a feed of its own", async () => {
  const server = await withPages();
  const { write, change, read } = server;
  const { blocks } = await everyBlock(server);
  const page = await write({ title: "About & me", slug: "about", blocks });
  await write({ kind: "entry", title: "Day", blocks });
  await write({ kind: "entry", title: "Hidden", status: "draft" });
  const idsIn = (text: string) => text.match(/<id>urn:uuid:[0-9a-f-]{36}<\/id>/g)?.length;

  const [feed, journal, sitemap] = [
    (await read("/feed.xml")).text,
    (await read("/journal/feed.xml")).text,
    (await read("/sitemap.xml")).text,
  ];

  expect(feed).toContain("<title>About &amp; me</title>");
  // Three photos, a page and an entry.
  expect([idsIn(feed), idsIn(journal)]).toEqual([5, 1]);
  expect(journal).toContain("<title>Day</title>");
  for (const path of ["/about", "/journal", "/journal/day"]) expect(sitemap).toContain(`${path}</loc>`);
  for (const text of [feed, journal, sitemap]) expect(text).not.toContain("idden");
  expect((await read("/journal/day")).text).toContain('href="/journal/feed.xml"');
  await change(page, { slug: "me" });
  const [, id] = /<id>(urn:uuid:[0-9a-f-]+)<\/id>\n<title>About/.exec(feed) ?? [];
  expect((await read("/feed.xml")).text).toContain(`<id>${id}</id>\n<title>About`);
});

test("schema.org data tell of pages, entries and exhibitions", async () => {
  const server = await withPages();
  const { write, read } = server;
  const { blocks } = await everyBlock(server);
  await write({ title: "Exhibitions", summary: "Where to see it", blocks });
  await write({ title: "Books", blocks });
  await write({ kind: "entry", title: "Day", published_on: "2024-05-01T10:00:00Z", blocks });

  const page = dataOf((await read("/exhibitions")).text);
  expect(page).toMatchObject({ "@type": "WebPage", name: "Exhibitions", description: "Where to see it" });
  expect(page.mainEntity.itemListElement[0].item).toMatchObject({
    "@type": "ExhibitionEvent",
    name: "Solo",
    startDate: "2024",
    location: { name: "Oslo" },
  });
  expect(dataOf((await read("/books")).text)).not.toHaveProperty("mainEntity");
  expect(dataOf((await read("/journal/day")).text)).toMatchObject({
    "@type": "BlogPosting",
    headline: "Day",
    datePublished: "2024-05-01T10:00:00.000Z",
  });
  expect(dataOf((await read("/journal")).text)).toMatchObject({ "@type": "Blog", blogPost: [{ headline: "Day" }] });
});

test("what visitors may no longer see leaves the cached page at once", async () => {
  const server = await withPages();
  const { write, read, admin } = server;
  const { photo_ids } = await everyBlock(server);
  await write({ title: "Essay", blocks: [{ kind: "photos", photo_ids: photo_ids.slice(0, 1) }] });
  const pictures = async () =>
    (mainOf((await read("/essay")).text).match(/<picture>/g)?.length ?? 0) +
    ((await read(paths.content("/essay"))).text.match(/internal_id/g)?.length ?? 0);
  expect(await pictures()).toBe(2);
  await admin.call(updatePhoto, { params: { id: photo_ids[0] as never }, body: { visibility: 1 } });
  expect(await pictures()).toBe(0);
  await admin.call(updatePhoto, { params: { id: photo_ids[0] as never }, body: { visibility: 0 } });
  expect(await pictures()).toBe(2);
});

test("a category that was called journal before there was one keeps its pages", async () => {
  const { deps, admin, read, write, seed } = await withPages();
  await deps.db.updateTable("category").set({ key: "journal" }).where("key", "=", "urban").execute();
  const { album } = await admin.call(createAlbum, { body: { title: "Walks", category: "journal" } });
  await seed.photo({ album });
  expect([(await read("/journal")).status, (await read("/journal/walks")).status]).toEqual([200, 200]);
  await write({ kind: "entry", title: "Day" });
  expect((await read("/journal")).text).toContain("/journal/day");
  expect((await read("/journal/walks")).status).toBe(200);
  expect((await read(`${API_PREFIX}/categories/journal/albums`)).status).toBe(200);
});

test("two hundred pages of any text are valid HTML", async () => {
  const server = await withPages();
  const { write, read } = server;
  const { blocks } = await everyBlock(server);
  const texts = [
    "",
    "*",
    "<script>alert(1)</script>",
    "- \n- a\n\n\n",
    "[a](/b) **c *d* e**",
    "🐦 & \u202e",
    "x".repeat(300),
  ];
  for (let index = 0; index < 200; index++) {
    const text = texts[index % texts.length] ?? "";
    const rotated = [...blocks.slice(index % blocks.length), ...blocks.slice(0, index % blocks.length)];
    const own = [
      { kind: "heading", text: text.slice(0, 300) },
      { kind: "text", text: text.repeat(1 + (index % 3)) },
      { kind: "quote", text, by: text.slice(0, 100) },
      { kind: "entries", entries: [{ year: "2024", title: text, place: text, note: text, url: "" }] },
    ];
    const kind = index % 4 === 0 ? "entry" : "page";
    const page = await write({
      kind,
      title: `Page ${index} ${text}`.slice(0, 100),
      in_menu: index % 40 === 1,
      blocks: [...rotated.slice(0, index % 8), ...own.slice(index % 5)],
    });
    const { status, text: html } = await read(page.url);
    expect([page.url, status, htmlComplaints(html)]).toEqual([page.url, 200, []]);
  }
  expect(htmlComplaints((await read("/journal")).text)).toEqual([]);
});
