import { expect, test } from "vitest";
import { deleteAlbum, updateAlbum } from "../../contract/albums.ts";
import { listCategories, listCategoryAlbums } from "../../contract/categories.ts";
import { paths } from "../../contract/paths.ts";
import { updatePhoto } from "../../contract/photos.ts";
import { updateSite } from "../../contract/site.ts";
import { embeddedIn, html, metaOf } from "../../rig/server/read-page.ts";
import { shareTestServer, startTestServer } from "../../rig/server/start-test-server.ts";

test("every public page is fully rendered on the server", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album({ title: "Stone & Light" });
  const photo = await server.seed.photo({ album, title: "Arena <at dawn>" });

  const home = await html(server, "/");
  const category = await html(server, "/urban");
  const strip = await html(server, album.url);
  const viewer = await html(server, `${album.url}/photo/${photo.id}`);
  const contact = await html(server, "/contact");

  for (const page of [home, category, strip, viewer, contact]) expect(page.status).toBe(200);
  expect(home.text).toContain("Urban");
  expect(category.text).toContain("Stone &amp; Light");
  expect(strip.text).toContain(`href="${album.url}/photo/${photo.id}"`);
  expect(viewer.text).toContain("Arena &lt;at dawn&gt;");
  expect(viewer.text).not.toContain("<at dawn>");
});

test("a page's content is cached with an ETag, whatever the query, and follows every change", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album({ title: "Before" });
  const path = paths.content(album.url);
  const first = await html(server, path);

  const again = await server.visitor.fetch(`${path}?again`, {
    headers: { "if-none-match": first.headers.get("etag") ?? "" },
  });
  await server.admin.call(updateAlbum, { params: { slug: album.slug }, body: { title: "After" } });
  const changed = await html(server, path);

  expect(first.headers.get("cache-control")).toBe("public, no-cache");
  expect(again.status).toBe(304);
  expect(first.text).toContain("Before");
  expect(changed.text).toContain("After");
});

test("a page is cached with an ETag, and a change shows on the next request", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album({ title: "Before" });
  const first = await html(server, album.url);

  const again = await server.visitor.fetch(album.url, {
    headers: { "if-none-match": first.headers.get("etag") ?? "" },
  });
  await server.admin.call(updateAlbum, { params: { slug: album.slug }, body: { title: "After" } });
  const changed = await html(server, album.url);

  expect(again.status).toBe(304);
  expect(first.text).toContain("Before");
  expect(changed.text).toContain("After");
  expect(changed.headers.get("etag")).not.toBe(first.headers.get("etag"));
});

test("an album's share card shows its cover, wherever that is in the album", async () => {
  const server = await startTestServer({ PUBLIC_URL: "https://mira.example" });
  const album = await server.seed.album();
  await server.seed.photo({ album });
  const cover = await server.seed.photo({ album });
  await server.admin.call(updateAlbum, { params: { slug: album.slug }, body: { cover_photo_id: cover.id } });

  const { text } = await html(server, album.url);

  expect(metaOf(text, "og:image")).toBe(`https://mira.example/images/${cover.internal_id}/medium-1.jpg`);
});

test("sitemap and feed list public photos, but no private or trashed ones", async () => {
  const server = await startTestServer({ PUBLIC_URL: "https://mira.example" });
  const album = await server.seed.album({ title: "Streets & Squares" });
  const shown = await server.seed.photo({ album, title: "Shown & seen" });
  const hidden = await server.seed.photo({ album, title: "Hidden", visibility: 1 });
  const trashed = await server.seed.photo({ title: "Trashed", deleted_at: new Date().toISOString() });

  const sitemap = (await html(server, "/sitemap.xml")).text;
  const feed = (await html(server, "/feed.xml")).text;

  expect(sitemap).toContain(`<loc>https://mira.example${album.url}/photo/${shown.id}</loc>`);
  expect(sitemap).toContain(`<image:loc>https://mira.example/images/${shown.internal_id}/medium-1.jpg</image:loc>`);
  expect(feed).toContain("<title>Shown &amp; seen</title>");
  for (const { id, internal_id } of [hidden, trashed]) {
    for (const text of [sitemap, feed]) {
      expect(text).not.toContain(internal_id);
      expect(text).not.toContain(`/photo/${id}<`);
    }
  }
});

test("a photo keeps its identity in the feed, whatever its album's URL and whichever album is its home", async () => {
  const server = await startTestServer({ PUBLIC_URL: "https://mira.example" });
  const { admin, seed } = server;
  const album = await seed.album({ title: "Harbour", category: "urban" });
  const other = await seed.album({ title: "Other", category: "travel" });
  const photo = await seed.photo({ album });
  const entry = async () => {
    const { text } = await html(server, "/feed.xml");
    return [...text.matchAll(/<entry>\s*<id>(.*?)<\/id>[\s\S]*?href="(.*?)"/g)].map(([, id, link]) => [id, link]);
  };
  const [[id] = []] = await entry();
  expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

  await admin.call(updateAlbum, { params: { slug: "harbour" }, body: { slug: "port", category: "travel" } });
  expect(await entry()).toEqual([[id, `https://mira.example/travel/port/photo/${photo.id}`]]);
  await admin.call(updatePhoto, { params: { id: photo.id }, body: { album_id: other.id } });
  expect(await entry()).toEqual([[id, `https://mira.example/travel/other/photo/${photo.id}`]]);
});

test("a photo made private disappears from every page, the sitemap and the feed immediately", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album({ title: "Streets" });
  const photo = await server.seed.photo({ album });
  const pages = ["/", "/urban", album.url, `${album.url}/photo/${photo.id}`];
  const shownPaths = [...pages, ...pages.map(paths.content), "/nowhere", "/sitemap.xml", "/feed.xml"];
  const showingIt = async () => {
    const texts = await Promise.all(shownPaths.map(async (path) => (await html(server, path)).text));
    return shownPaths.filter((_, index) => texts[index]?.includes(photo.internal_id));
  };
  expect(await showingIt()).toEqual(shownPaths);

  await server.admin.call(updatePhoto, { params: { id: photo.id }, body: { visibility: 1 } });

  expect(await showingIt()).toEqual([]);
});

test("pages, sitemap and feed leave out albums without a photo that visitors can see; the API lists them", async () => {
  const server = await shareTestServer();
  const shown = await server.seed.album({ title: "Shown album" });
  await server.seed.photo({ album: shown });
  const empty = await server.seed.album({ title: "Empty album" });
  const hidden = await server.seed.album({ title: "Hidden album" });
  await server.seed.photo({ album: hidden, visibility: 1 });
  for (const { slug } of [shown, empty, hidden]) {
    await server.admin.call(updateAlbum, { params: { slug }, body: { featured: true } });
  }

  for (const path of ["/", "/urban", paths.content("/"), paths.content("/urban"), "/sitemap.xml", "/feed.xml"]) {
    const { text } = await html(server, path);
    expect([path, text.includes(shown.url)]).toEqual([path, true]);
    for (const { url } of [empty, hidden]) expect([path, text.includes(url)]).toEqual([path, false]);
  }
  expect(embeddedIn((await html(server, "/")).text).content.categories[0].count).toBe(1);
  expect((await server.visitor.call(listCategories)).urban?.count).toBe(3);
  const { data } = await server.visitor.call(listCategoryAlbums, { params: { category: "urban" } });
  expect(data.map(({ title, photo_count }) => [title, photo_count])).toEqual([
    ["Shown album", 1],
    ["Empty album", 0],
    ["Hidden album", 0],
  ]);
});

test("a tag has a page with its public photos, each linked to its page in its album, and is in the sitemap", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album({ title: "Streets" });
  const tag = "black & white/50 %";
  const tags = JSON.stringify(["dusk", tag]);
  const first = await server.seed.photo({ album, tags });
  const second = await server.seed.photo({ album, tags });
  const hidden = await server.seed.photo({ album, tags: JSON.stringify([tag, "secret"]), visibility: 1 });
  await server.seed.photo({ tags: JSON.stringify(["loose"]) });
  await server.seed.photo({ album, tags: JSON.stringify(["dusk till dawn"]) });

  const page = await html(server, paths.tag(tag));
  const sitemap = (await html(server, "/sitemap.xml")).text;

  expect(page.status).toBe(200);
  expect(page.text).toContain("black &amp; white/50 %</h1>");
  expect(embeddedIn(page.text).content).toMatchObject({
    page: "tag",
    tag,
    total: 2,
    linked_photos: [second, first].map(({ id }) => ({
      photo: { id },
      url: `${album.url}/photo/${id}`,
      album_title: "Streets",
    })),
  });
  expect(page.text).not.toContain(hidden.internal_id);
  for (const shown of ["dusk", tag, "dusk till dawn"]) expect(sitemap).toContain(`${paths.tag(shown)}</loc>`);
  for (const unknown of ["secret", "loose", "Dusk"]) {
    expect((await html(server, paths.tag(unknown))).status).toBe(404);
    expect(sitemap).not.toContain(`${paths.tag(unknown)}</loc>`);
  }
});

test("Page Not Found shows three photographs: featured ones first, then the newest, no private one", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album({ title: "Streets" });
  const oldest = await server.seed.photo({ album, featured_position: 0 });
  await server.seed.photo({ album });
  const newer = await server.seed.photo({ album });
  const newest = await server.seed.photo({ album });
  await server.seed.photo({ album, visibility: 1 });

  const { text } = await html(server, "/nowhere");

  const shown = embeddedIn(text).content.linked_photos.map(({ photo }: { photo: { id: number } }) => photo.id);
  expect(shown).toEqual([oldest.id, newest.id, newer.id]);
  expect(text).toContain(`href="${album.url}/photo/${newest.id}"`);
});

test("a single photo's page carries its neighbours, not the whole album", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album({ title: "Long" });
  const photos = [];
  for (let index = 0; index < 8; index++) photos.push(await server.seed.photo({ album, title: `Photo ${index}` }));

  const { text } = await html(server, `${album.url}/photo/${photos[4]?.id}`);

  expect(text).toMatch(new RegExp(`rel="prev"|href="${album.url}/photo/${photos[3]?.id}"`));
  expect(text).toContain("5<!-- --> / <!-- -->8");
  expect(text).not.toContain("Photo 1");
});

test("an album leads to the next one that has photos, of its category and then of the next, around the site", async () => {
  const server = await shareTestServer();
  const stone = await server.seed.album({ title: "Stone" });
  const empty = await server.seed.album({ title: "Empty" });
  const hidden = await server.seed.album({ title: "Hidden" });
  const glass = await server.seed.album({ title: "Glass" });
  const owls = await server.seed.album({ title: "Owls", category: "travel" });
  for (const album of [stone, glass, owls]) await server.seed.photo({ album });
  await server.seed.photo({ album: hidden, visibility: 1 });
  const next = async (path: string) => embeddedIn((await html(server, path)).text).content.next_album;
  const remove = ({ slug }: { slug: string }) => server.admin.call(deleteAlbum, { params: { slug } });

  expect(await next(stone.url)).toMatchObject({ url: glass.url, photo_count: 1, cover: { title: expect.any(String) } });
  // Portraits has nothing to show.
  expect(await next(glass.url)).toMatchObject({ url: owls.url });
  expect(await next(owls.url)).toMatchObject({ url: stone.url });
  expect(await next(empty.url)).toMatchObject({ url: stone.url });
  await remove(owls);
  expect(await next(glass.url)).toMatchObject({ url: stone.url });
  await remove(stone);
  expect(await next(glass.url)).toBeNull();
});

test("the admin page says whether a link outside of this site led to it, and nothing keeps that", async () => {
  const server = await shareTestServer();
  const opened = async (headers: Record<string, string>) => {
    const response = await server.visitor.fetch("/admin/login", { headers });
    expect(response.headers.get("cache-control")).toBe("no-store");
    return (await response.text()).includes(`<div id="root" data-from-elsewhere>`);
  };

  expect(await opened({ "sec-fetch-site": "cross-site" })).toBe(true);
  expect(await opened({ "sec-fetch-site": "same-site" })).toBe(true);
  expect(await opened({ "sec-fetch-site": "none" })).toBe(false);
  expect(await opened({ "sec-fetch-site": "same-origin" })).toBe(false);
  expect(await opened({})).toBe(false);
});

test("a category without a photo to see leaves the home page and the menu as soon as another has one", async () => {
  const server = await shareTestServer();
  const home = async () => {
    const { text } = await html(server, "/");
    const [banner = ""] = /<nav [^>]*aria-label="Main".*?<\/nav>/s.exec(text) ?? [];
    return {
      tiles: embeddedIn(text).content.categories.map(({ key }: { key: string }) => key),
      placeholders: text.match(/<img [^>]*missing-picture/g)?.length ?? 0,
      links: [...banner.matchAll(/href="([^"]*)"/g)].map(([, path]) => path),
    };
  };
  expect(await home()).toEqual({
    tiles: ["urban", "portraits", "travel"],
    placeholders: 3,
    links: ["/", "/urban", "/portraits", "/travel", "/contact"],
  });

  await server.seed.album({ category: "portraits" });
  await server.seed.photo({ album: await server.seed.album({ category: "travel" }), visibility: 1 });
  await server.seed.photo({ album: await server.seed.album() });

  expect(await home()).toEqual({ tiles: ["urban"], placeholders: 0, links: ["/", "/urban", "/contact"] });
  expect((await html(server, "/portraits")).status).toBe(200);
  expect(Object.keys(await server.visitor.call(listCategories))).toEqual(["urban", "portraits", "travel"]);
});

test("the contact page of a fresh site says that more will follow, until there is something to read", async () => {
  const server = await shareTestServer();
  const words = "An introduction and contact details will be here soon.";
  expect((await html(server, "/contact")).text).toContain(words);

  await server.admin.call(updateSite, { body: { location: "Bergen" } });

  const { text } = await html(server, "/contact");
  expect(text).toContain("Bergen");
  expect(text).not.toContain(words);
  expect(text).not.toContain("<form");
});
