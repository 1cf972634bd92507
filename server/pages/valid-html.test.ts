import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { updateAlbum } from "../../contract/albums.ts";
import { paths } from "../../contract/paths.ts";
import { htmlComplaints } from "../../rig/server/html-complaints.ts";
import { shareTestServer, type TestServer } from "../../rig/server/start-test-server.ts";

const TITLES = ['Arena <at dawn> & "after"', "x".repeat(170), ""];

test("every public page is valid HTML", async () => {
  const server = await shareTestServer();
  const pages = await filledPages(server);

  for (const path of ["/nothing/at/all/here", "/seaside", "/urban/nowhere", ...pages]) {
    const response = await server.visitor.fetch(path);
    expect([path, htmlComplaints(await response.text())]).toEqual([path, []]);
  }
});

test("the pages of an empty site are valid HTML, with placeholders only and no counts of nothing", async () => {
  const server = await shareTestServer();
  for (const path of ["/", "/urban", "/contact"]) {
    const text = await (await server.visitor.fetch(path)).text();
    expect([path, htmlComplaints(text)]).toEqual([path, []]);
    expect(mainOf(text)).not.toMatch(/<img (?![^>]*missing-picture)|0(<!-- -->)? albums/);
  }
});

test("covers in links with words have no text of their own", async () => {
  const server = await shareTestServer();
  await filledPages(server);
  for (const path of ["/", "/urban"]) {
    const text = await (await server.visitor.fetch(path)).text();
    const covers = mainOf(text)
      .match(/<a [^>]*>.*?<\/a>/gs)
      ?.flatMap((link) => link.match(/<img [^>]*>/g) ?? []);
    expect([path, covers?.length]).not.toEqual([path, 0]);
    for (const cover of covers ?? []) expect([path, cover]).toEqual([path, expect.stringContaining(' alt=""')]);
  }
});

test("the first picture of an album has its size, and is fetched before the others", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album();
  for (let index = 0; index < 2; index++) await server.seed.photo({ album, width: 2400, height: 1600 });

  const text = await (await server.visitor.fetch(album.url)).text();

  const [first, second] = mainOf(text).match(/<picture>.*?<\/picture>/gs) ?? [];
  for (const attribute of ['fetchpriority="high"', 'loading="eager"', 'width="2400"', 'height="1600"']) {
    expect(first?.toLowerCase()).toContain(attribute);
  }
  expect(second?.toLowerCase()).toContain('loading="lazy"');
});

const mainOf = (text: string) => /<main.*<\/main>/s.exec(text)?.[0] ?? "";

/** A library with everything that changes the markup: long, odd and empty texts, one photo and many. */
async function filledPages({ admin, seed, deps }: TestServer): Promise<string[]> {
  const album = await seed.album({ title: TITLES[0], description: "One line.\n\n<b>Another</b>" });
  const photos = [];
  for (const title of [...TITLES, ...TITLES]) photos.push(await seed.photo({ album, title, caption: title }));
  await admin.call(updateAlbum, { params: { slug: album.slug }, body: { featured: true } });
  const single = await seed.album({ title: "One photo", category: "travel" });
  const only = await seed.photo({ album: single, title: "", tags: `["dusk"]` });
  const empty = await seed.album({ title: "Nothing yet", category: "travel" });
  await writeFile(
    join(deps.config.dataDir, "site.json"),
    JSON.stringify({
      name: "Mira & Holm",
      about: "Two\n\nparagraphs",
      email: "mira@example.com",
      phone: "+47 555",
      location: "Bergen",
      social: [{ label: "Instagram", url: "https://instagram.com/mira?a=1&b=2" }],
      portrait: photos[0]?.internal_id,
    }),
  );
  return [
    "/",
    "/urban",
    "/portraits",
    "/travel",
    "/contact",
    paths.tag("dusk"),
    ...[album, single, empty].map(({ url }) => url),
    ...photos.map(({ id }) => `${album.url}/photo/${id}`),
    `${single.url}/photo/${only.id}`,
  ];
}

/** A preload that names no widths fetches a picture that the page does not show. The validator does not look at it. */
test("every preload of a picture names candidates with widths and sizes", async () => {
  const server = await shareTestServer();
  for (const path of await filledPages(server)) {
    const preloads = (await (await server.visitor.fetch(path)).text()).match(/<link rel="preload" as="image"[^>]*>/g);
    for (const preload of preloads ?? []) {
      expect(preload).toMatch(/ imagesrcset="\S+ \d+w(, \S+ \d+w)*" imagesizes="[^"]+"/);
    }
  }
});
