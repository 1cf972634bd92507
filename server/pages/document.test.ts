import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { paths } from "../../contract/paths.ts";
import { embeddedIn, html, metaOf } from "../../rig/server/read-page.ts";
import { shareTestServer, startTestServer } from "../../rig/server/start-test-server.ts";

const structuredDataOf = (text: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? "null");

test("a URL that leads to nothing is Page Not Found, with a link home", async () => {
  const server = await shareTestServer();
  const { slug, url, ...album } = await server.seed.album({ title: "Streets" });
  const { id } = await server.seed.photo({ album });
  for (const [what, path] of Object.entries({
    "nothing at all": "/nothing/at/all/here",
    "an unknown category": "/seaside",
    "an unknown album": "/urban/nowhere",
    "an album under another category": `/travel/${slug}`,
    "an unknown photo": `${url}/photo/999`,
    "a photo id with a leading zero": `${url}/photo/0${id}`,
  })) {
    const page = await html(server, path);

    expect(page.status, what).toBe(404);
    expect(page.headers.get("content-type"), what).toContain("text/html");
    expect(page.text, what).toContain("Page Not Found");
    expect(page.text, what).toMatch(/<a [^>]*href="\/"/);
    expect(metaOf(page.text, "robots"), what).toBe("noindex");
  }
});

test("a page's content is served as JSON, exactly as it is embedded in the page", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album({ title: "Streets" });
  const photos = [];
  for (let index = 0; index < 3; index++) photos.push(await server.seed.photo({ album, title: "</script>" }));

  const pages = [
    "/",
    "/urban",
    album.url,
    `${album.url}/photo/${photos[0]?.id}`,
    "/contact",
    "/seaside",
    "/urban/nowhere",
  ];
  for (const path of [...pages, `${album.url}/photo/999`]) {
    const page = await html(server, path);
    const response = await server.visitor.fetch(paths.content(path));
    expect([path, response.status]).toEqual([path, page.status]);
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.json()).toEqual(embeddedIn(page.text).content);
  }
  const { status } = await server.visitor.fetch(paths.content("/far/too/many/parts"));
  expect(status).toBe(404);
});

test("pages carry no picture URLs and no file names of photos", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album({ title: "Streets" });
  await server.seed.photo({ album });

  for (const path of ["/", "/urban", album.url]) {
    const { text } = await html(server, paths.content(path));
    expect(text).toContain("internal_id");
    expect(text).not.toMatch(/image_urls|sources|filename/);
  }
});

test("a trailing slash redirects to the URL without it, and never to another site", async () => {
  const server = await shareTestServer();

  const page = await html(server, "/urban/");
  const away = await fetch(`${server.url}//evil.example/`, { redirect: "manual" });

  expect([page.status, page.headers.get("location")]).toEqual([308, "/urban"]);
  expect(away.status).toBe(404);
});

test.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
] as const)("a page is sent as %s to browsers that accept it, with the same content", async (encoding, unpack) => {
  const server = await shareTestServer();
  const plain = await html(server, "/");
  // Not with fetch, which decompresses the body itself.
  const { promise, resolve } = Promise.withResolvers<{ encoding: unknown; body: Buffer }>();
  const { get } = await import("node:http");
  get(server.url, { headers: { "accept-encoding": encoding } }, async (response) => {
    const body = Buffer.concat(await response.toArray());
    resolve({ encoding: response.headers["content-encoding"], body });
  });

  const packed = await promise;

  expect(packed.encoding).toBe(encoding);
  expect(unpack(packed.body).toString()).toBe(plain.text);
});

test("the head of a page names its title, description, URL and picture", async () => {
  const server = await startTestServer({ PUBLIC_URL: "https://mira.example" });
  const album = await server.seed.album({ title: "Stone", description: "Five cities, on foot." });
  const photo = await server.seed.photo({ album, title: "Arena", caption: "At first light." });

  const strip = (await html(server, album.url)).text;
  const viewer = (await html(server, `${album.url}/photo/${photo.id}`)).text;

  expect(strip).toContain("<title>Stone – Vitrine</title>");
  expect(strip).toContain(`<link rel="canonical" href="https://mira.example${album.url}">`);
  expect(metaOf(strip, "description")).toBe("Five cities, on foot.");
  expect(metaOf(strip, "og:image")).toBe(`https://mira.example/images/${photo.internal_id}/medium-1.jpg`);
  expect(metaOf(strip, "twitter:card")).toBe("summary_large_image");
  expect(viewer).toContain("<title>Arena – Vitrine</title>");
  expect(metaOf(viewer, "og:description")).toBe("At first light.");
  expect(structuredDataOf(viewer)).toMatchObject({
    "@type": "ImageObject",
    name: "Arena",
    creator: { name: "Vitrine" },
    creditText: "Vitrine",
    copyrightNotice: "© Vitrine. All Rights Reserved",
    license: "https://mira.example/contact",
    contentUrl: `https://mira.example/images/${photo.internal_id}/large-1.jpg`,
  });
  expect(structuredDataOf(strip)).toMatchObject({ "@type": "ImageGallery", image: [{ name: "Arena" }] });
});

test("a picture's alternative text is its alt, else its title, else its number in the album", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album({ title: "Arena" });
  await server.seed.photo({ album, title: "Gate", alt: "An iron gate at dawn" });
  await server.seed.photo({ album, title: "Wall", caption: "Not read aloud" });
  const untitled = await server.seed.photo({ album, title: "" });

  const strip = await html(server, album.url);
  const viewer = await html(server, `${album.url}/photo/${untitled.id}`);
  const feed = await html(server, "/feed.xml");

  for (const alt of ["An iron gate at dawn", "Wall", "Photo 3 of 3, Arena"]) {
    expect(strip.text).toMatch(new RegExp(`(alt|aria-label)="${alt}"`));
  }
  expect(viewer.text).toContain('alt="Photo 3 of 3, Arena"');
  expect(viewer.text).toMatch(/<title>Photo 3 of 3, Arena – /);
  expect(metaOf(viewer.text, "og:image:alt")).toBe("Photo 3 of 3, Arena");
  expect(viewer.text).toContain(">Photo 3 of 3, Arena</h1>");
  expect(metaOf(viewer.text, "description")).toMatch(/^Photo 3 of 3, Arena by /);
  expect(metaOf(strip.text, "og:image:alt")).toBe("An iron gate at dawn");
  expect(feed.text).toContain("<title>Arena</title>");
});

test("a page's headers name its first picture, exactly as its head does", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album();
  const photo = await server.seed.photo({ album, width: 3000, height: 2000 });

  for (const path of ["/", "/urban", album.url, `${album.url}/photo/${photo.id}`]) {
    // The first response is made by Fastify, the second comes from the cache.
    for (let request = 0; request < 2; request++) {
      const { headers, text } = await html(server, path);
      const link = headers.get("link") ?? "";
      const inHead = /<link rel="preload" as="image" type="image\/avif" (.*?) fetchpriority="high">/.exec(text)?.[1];
      expect(link).toMatch(/^<\/images\/\w+\/\w+-1\.avif>; rel=preload; as=image; /);
      const named = /imagesrcset=(".*?"); imagesizes=(".*?")/.exec(link);
      const expected = named ? `imagesrcset=${named[1]} imagesizes=${named[2]}` : `href="${/<(.*?)>/.exec(link)?.[1]}"`;
      expect([path, inHead]).toEqual([path, expected]);
    }
  }
});

test("without PUBLIC_URL, a page's canonical URL is the one the visitor used", async () => {
  const server = await shareTestServer();
  const canonical = async (host: string) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { get } = await import("node:http");
    get(`${server.url}/contact`, { headers: { host } }, async (response) => {
      resolve(Buffer.concat(await response.toArray()).toString());
    });
    return /<link rel="canonical" href="([^"]*)">/.exec(await promise)?.[1];
  };

  expect(await canonical("one.example")).toBe("http://one.example/contact");
  expect(await canonical("two.example")).toBe("http://two.example/contact");
});

test("every page has a footer with the site's name and the contact page, and albums in its menu", async () => {
  const server = await shareTestServer();
  const albums = [];
  for (let index = 0; index < 8; index++) {
    albums.push(await server.seed.album({ title: `Album ${index}`, category: "travel" }));
    await server.seed.photo({ album: albums[index] });
  }

  for (const path of ["/", "/urban", albums[0]?.url ?? "", "/contact", "/nowhere"]) {
    const { text } = await html(server, path);
    expect(text).toMatch(/<footer.*© (<!-- -->)?Vitrine.*<a [^>]*href="\/contact".*<\/footer>/s);
    const menu = /<dialog.*<\/dialog>/s.exec(text)?.[0] ?? "";
    expect(menu.match(/href="\/travel\/album-\d"/g)).toHaveLength(6);
    expect(menu).toMatch(/2(<!-- -->)? more/);
  }
});

test("robots.txt closes the admin area, the API and page content, and names the sitemap", async () => {
  const server = await startTestServer({ PUBLIC_URL: "https://mira.example" });

  const { text } = await html(server, "/robots.txt");

  expect(text).toContain("Disallow: /admin");
  expect(text).toContain("Disallow: /api/");
  expect(text).toContain("Disallow: /_page/");
  expect(text).toContain("Sitemap: https://mira.example/sitemap.xml");
});

test("no text can break out of the embedded data or the markup", async () => {
  const server = await shareTestServer();
  const hostile = `</script><script>alert(1)</script>"'><img src=x>]]>`;
  const album = await server.seed.album({ title: hostile });
  const photo = await server.seed.photo({ album, title: hostile, caption: hostile, alt: hostile, creator: hostile });

  const pages = ["/", album.url, `${album.url}/photo/${photo.id}`, "/feed.xml", "/sitemap.xml"];
  for (const path of pages) {
    const { text } = await html(server, path);
    expect(text, path).not.toContain("<script>alert(1)");
    expect(text, path).not.toContain("<img src=x>");
  }
  expect(await html(server, "/feed.xml")).toMatchObject({ text: expect.stringContaining("&lt;script&gt;alert(1)") });
});

test("the admin area has its own page, which is not indexed and never stored", async () => {
  const server = await shareTestServer();

  for (const path of ["/admin", "/admin/login", "/admin/album/streets"]) {
    const page = await html(server, path);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(metaOf(page.text, "robots")).toContain("noindex");
    expect(page.text).toContain("/assets/admin-client-");
    expect(page.text).not.toContain("/assets/gallery-client-");
  }
  expect((await html(server, "/")).text).not.toContain("admin-client");
});

test("built files are immutable, and no other file can be reached", async () => {
  const server = await shareTestServer();
  const script = /data-program="(\/assets\/[^"]+)"/.exec((await html(server, "/")).text)?.[1] ?? "";

  const built = await server.visitor.fetch(script);

  expect(built.headers.get("cache-control")).toContain("immutable");
  expect(built.headers.get("content-type")).toContain("text/javascript");
  const elsewhere = ["/assets", "/assets/", "/assets/.", "/assets/../manifest.json", "/assets/..%2fmanifest.json"];
  for (const path of [...elsewhere, "/assets/gone.js", "/package.json", "/..%2fpackage.json", "/.env", "/data/"]) {
    expect((await server.visitor.fetch(path)).status, path).toBe(404);
  }
  // After an upgrade there may be a file of this name.
  expect((await server.visitor.fetch("/assets/gone.js")).headers.get("cache-control")).toBe("no-store");
});

test("the contact page shows the texts of site.json", async () => {
  const dataDir = await folderWith({
    name: "Mira Holm",
    about: "Cities before they wake.",
    email: "mira@example.com",
    phone: "+47 555 01 234",
    location: "Bergen, Norway",
    social: [{ label: "Instagram", url: "https://instagram.com/mira" }],
  });
  const server = await startTestServer({ DATA_DIR: dataDir });

  const { text } = await html(server, "/contact");

  expect(text).toContain("<title>Contact – Mira Holm</title>");
  expect(text).toContain("Cities before they wake.");
  expect(text).toContain(`href="mailto:mira@example.com"`);
  expect(text).toContain(`href="tel:+4755501234"`);
  expect(text).toContain("Bergen, Norway");
  expect(text).toMatch(/<a href="https:\/\/instagram.com\/mira"[^>]*>Instagram<\/a>/);
});

async function folderWith(texts: object): Promise<string> {
  const { mkdtemp } = await import("node:fs/promises");
  const { tmpdir } = await import("node:os");
  const folder = await mkdtemp(join(tmpdir(), "vitrine-test-"));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "site.json"), JSON.stringify(texts));
  return folder;
}

test("characters that XML forbids are kept out of feed and sitemap", async () => {
  const server = await shareTestServer();
  const album = await server.seed.album({ title: "Album\u0001" });
  await server.seed.photo({ album, title: "Before\uFFFE\uFFFF\u000BAfter", caption: "Kept: \u{1F4F7}\uFFFD" });

  for (const path of ["/feed.xml", "/sitemap.xml"]) {
    const { text } = await html(server, path);
    expect(text).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
  }
  expect((await html(server, "/feed.xml")).text).toContain("BeforeAfter");
  expect((await html(server, "/feed.xml")).text).toContain("Kept: \u{1F4F7}\uFFFD");
});
