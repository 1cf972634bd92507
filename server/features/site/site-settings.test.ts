import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { createAlbum, getAlbum } from "../../../contract/albums.ts";
import { DEFAULT_SITE, getSite, getSiteSettings, updateSite } from "../../../contract/site.ts";
import { trashPhoto } from "../../../contract/trash.ts";
import { createClient } from "../../../rig/client.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";
import { upload } from "../../../rig/upload.ts";

const NO_PICTURES = {
  pictures: { portrait: null, logo: null, icon: null },
  portrait_url: null,
  logo_url: null,
  icon_url: null,
};
const FRESH = { ...DEFAULT_SITE, ...NO_PICTURES };
const MEGABYTE = 1024 * 1024;
const textOf = async ({ visitor }: TestServer, path: string) => (await visitor.fetch(path)).text();
const put = ({ admin }: TestServer, body: unknown) =>
  admin.fetch("/api/v1/admin/site", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test("a fresh site has the defaults of the specification", async () => {
  const { admin } = await startTestServer();

  expect((await admin.call(getSiteSettings)).site).toEqual(FRESH);
  expect(DEFAULT_SITE).toMatchObject({
    upload_max_mb: 10,
    accepts_heic: false,
    piwigo_clients: false,
    default_license: "All Rights Reserved",
  });
});

test("a change of any part shows on the pages and in site.json, and leaves the rest as it was", async () => {
  const server = await startTestServer();
  await textOf(server, "/contact");

  await server.admin.call(updateSite, { body: { name: "Mira Holm", copyright: "© 2026 Mira Holm" } });
  const { site } = await server.admin.call(updateSite, {
    body: { about: "One.\n\nTwo: https://mira.example/prints." },
  });

  expect(site).toEqual({
    ...FRESH,
    name: "Mira Holm",
    copyright: "© 2026 Mira Holm",
    about: "One.\n\nTwo: https://mira.example/prints.",
  });
  const page = await textOf(server, "/contact");
  expect(page).toContain("<title>Contact – Mira Holm</title>");
  expect(page).toContain('<a href="https://mira.example/prints" rel="noopener">https://mira.example/prints</a>.');
  expect(page).toMatch(/<footer.*© 2026 Mira Holm.*<\/footer>/s);
  await vi.waitFor(async () => {
    const file = JSON.parse(await readFile(join(server.deps.config.dataDir, "site.json"), "utf8"));
    expect(file).toMatchObject({ name: "Mira Holm", tagline: "Photographs" });
  }, 20_000);
});

const WRONG: [string, object, string | RegExp][] = [
  ["name", { name: "  " }, "Enter a name for the site"],
  ["name", { name: "x".repeat(201) }, "Name must have at most 200 characters"],
  ["email", { email: "nobody" }, "Enter an email address"],
  ["social", { social: [{ label: "x", url: "javascript:alert(1)" }] }, /^Links must begin with/],
  ["social", { social: [{ label: "", url: "https://a.example" }] }, "Enter a name for each link"],
  ["portrait_photo_id", { portrait_photo_id: 999 }, "Choose a photo of the library that is not in the trash"],
  ["default_license", { default_license: "Mine" }, /^Default license must be one of/],
  ["largest_public_px", { largest_public_px: 1000 }, "Choose 1200, 2400, 3840 or no limit"],
  ["upload_max_mb", { upload_max_mb: 501 }, "Enter at most 500 MB"],
  ["upload_max_mb", { upload_max_mb: 0.5 }, "Enter a whole number of megabytes"],
  ["ai_training", { ai_training: "perhaps" }, /^Ai training must be one of/],
  ["show_camera_data", { show_camera_data: "no" }, /true or false/],
  ["look", { look: { accent: "#ffff00" } }, /^This colour is too hard to see/],
  ["look", { look: { accent: "#101080" } }, /^This colour is too hard to see/],
  ["look", { look: { accent: "red" } }, "Enter a colour such as #2f7f9f"],
  ["look", { look: { typeface: "comic" } }, /^Typeface must be one of/],
  ["new_albums", { new_albums: "hidden" }, /^New albums must be one of/],
];

test("a wrong field is refused with a sentence about it, and nothing changes", async () => {
  const server = await startTestServer();
  for (const [field, body, sentence] of WRONG) {
    const response = await put(server, { tagline: "Changed", ...body });

    const { errors } = (await response.json()) as { errors: Record<string, string[]> };
    const expected = typeof sentence === "string" ? sentence : expect.stringMatching(sentence);
    expect([response.status, errors[field]?.[0]]).toEqual([422, expected]);
  }
  expect((await server.admin.call(getSiteSettings)).site).toEqual(FRESH);
});

test("line breaks do not get into texts of one line", async () => {
  const { admin } = await startTestServer();

  const { site } = await admin.call(updateSite, { body: { name: "Mira\r\nHolm", email: "mira@example.com\n" } });

  expect([site.name, site.email]).toEqual(["Mira Holm", "mira@example.com"]);
});

test("a file edited while the server was stopped is taken over, and a stale one is written again", async () => {
  const server = await startTestServer();
  const path = join(server.deps.config.dataDir, "site.json");
  await server.admin.call(updateSite, { body: { name: "In the browser", upload_max_mb: 50 } });
  await vi.waitFor(async () => expect(await readFile(path, "utf8")).toContain("In the browser"), 20_000);
  const stale = await readFile(path, "utf8");

  await server.admin.call(updateSite, { body: { name: "Again in the browser" } });
  const again = await server.restart();
  await again.visitor.call(getSite);
  expect(await readFile(path, "utf8")).toContain("Again in the browser");

  await writeFile(path, stale.replace("In the browser", "By hand"));
  const { visitor, admin } = await server.restart();
  expect((await visitor.call(getSite)).data.name).toBe("By hand");
  expect((await admin.call(getSiteSettings)).site.upload_max_mb).toBe(50);
});

test("another server shows a change within two seconds", async () => {
  const server = await startTestServer();
  const other = createClient((await server.startAnother()).url);
  const nameThere = async () => (await other.call(getSite)).data.name;
  expect(await nameThere()).toBe("Vitrine");

  await server.admin.call(updateSite, { body: { name: "Mira Holm" } });

  await vi.waitFor(async () => expect(await nameThere()).toBe("Mira Holm"), { timeout: 2_000, interval: 20 });
});

test("visitors get no picture above the largest public size, wherever they request it", async () => {
  const server = await startTestServer();
  const { seed, visitor, admin } = server;
  const album = await seed.album({ title: "Harbour" });
  const { body } = await upload(admin, album, [
    { name: "a.jpg", bytes: await makePicture({ width: 2600, height: 1300 }) },
  ]);
  const [photo] = body.photos;
  if (!photo) throw new Error(JSON.stringify(body));
  const widthOf = async (url: string) =>
    (await sharp(Buffer.from(await (await visitor.fetch(url)).arrayBuffer())).metadata()).width;
  expect(await widthOf(photo.image_urls.original)).toBe(2600);

  await admin.call(updateSite, { body: { largest_public_px: 1200 } });

  for (const size of ["medium", "large", "xlarge", "original"] as const) {
    expect([size, await widthOf(photo.image_urls[size])]).toEqual([size, 1200]);
    if (size !== "original") expect(await widthOf(photo.sources.avif[size])).toBe(1200);
  }
  expect(await widthOf(photo.image_urls.thumb)).toBe(300);
  const { data } = await visitor.call(getAlbum, { params: { slug: album.slug } });
  expect(data.photos[0]).toMatchObject({ width: 1200, height: 600 });
  expect(await textOf(server, "/urban/harbour")).not.toContain("original-");

  await admin.call(updateSite, { body: { largest_public_px: null } });
  expect(await widthOf(photo.image_urls.original)).toBe(2600);
});

test("while AI training is forbidden, robots.txt, pages, headers and every JPEG say so", async () => {
  const server = await startTestServer();
  const { seed, visitor, admin } = server;
  const { body } = await upload(admin, await seed.album(), [
    { name: "a.jpg", bytes: await makePicture({ width: 1500 }) },
  ]);
  const [photo] = body.photos;
  if (!photo) throw new Error(JSON.stringify(body));
  const bytesOf = async (url: string, headers = {}) =>
    Buffer.from(await (await visitor.fetch(url, { headers })).arrayBuffer());
  const before = await bytesOf(photo.image_urls.original);
  const PROPERTY = "DMI-PROHIBITED-AIMLTRAINING";

  await admin.call(updateSite, { body: { ai_training: "forbid" } });

  expect(await textOf(server, "/robots.txt")).toMatch(/User-agent: GPTBot\n(User-agent: .*\n)*Disallow: \/\n\n/);
  expect(await textOf(server, "/")).toContain('<meta name="tdm-reservation" content="1">');
  for (const path of ["/", "/", "/api/v1/site", "/api/v1/site", photo.image_urls.thumb, photo.image_urls.thumb]) {
    expect([path, (await visitor.fetch(path)).headers.get("tdm-reservation")]).toEqual([path, "1"]);
  }
  for (const url of Object.values(photo.image_urls)) {
    const bytes = await bytesOf(url);
    expect(bytes.includes(PROPERTY)).toBe(true);
    expect((await sharp(bytes).metadata()).xmp?.toString()).toContain(PROPERTY);
    const [middle, rest] = [await bytesOf(url, { range: "bytes=1-99" }), await bytesOf(url, { range: "bytes=500-" })];
    expect(middle).toEqual(bytes.subarray(1, 100));
    expect(rest).toEqual(bytes.subarray(500));
  }
  await admin.call(updateSite, { body: { ai_training: "allow" } });
  expect(await bytesOf(photo.image_urls.original)).toEqual(before);
  expect((await visitor.fetch("/")).headers.get("tdm-reservation")).toBeNull();
});

test("the upload limit in force is the one that is applied and named", async () => {
  const { seed, admin } = await startTestServer();
  const album = await seed.album();
  const jpeg = await makePicture();
  const padded = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
  await admin.call(updateSite, { body: { upload_max_mb: 11, default_license: "Creative Commons" } });
  const large = await upload(admin, album, [{ name: "large.jpg", bytes: padded(11 * MEGABYTE) }]);
  expect(large.body.photos[0]).toMatchObject({ filesize: 11 * MEGABYTE, license: "Creative Commons" });
  await admin.call(updateSite, { body: { upload_max_mb: 1 } });

  const { status, body } = await upload(admin, album, [{ name: "over.jpg", bytes: padded(MEGABYTE + 1) }]);

  expect(status).toBe(422);
  expect(body.failed_uploads[0]).toMatchObject({
    error: "The file is larger than 1MB.",
    error_details: { reason: "TOO_LARGE", suggestion: expect.stringContaining("at most 1MB") },
  });
  // The limit is for new files: the others still get all their sizes.
  const [photo] = large.body.photos;
  expect((await admin.fetch(photo?.image_urls.large ?? "")).status).toBe(200);
});

test("visitors see the camera's data only while the owner shows it", async () => {
  const server = await startTestServer();
  const { seed, visitor, admin } = server;
  const album = await seed.album({ title: "Harbour" });
  const { id } = await seed.photo({ album, exif: JSON.stringify({ camera: "Nikon F3" }), tags: '["boats"]' });
  const paths = [`/api/v1/albums/${album.slug}`, `/api/v1/albums/${album.slug}/photos/${id}`, album.url, "/_tag/boats"];
  for (const path of paths) expect([path, (await textOf(server, path)).includes("Nikon F3")]).toEqual([path, true]);

  await admin.call(updateSite, { body: { show_camera_data: false } });

  for (const path of [...paths, "/", "/urban", `${album.url}/photo/${id}`, "/_page/nowhere", "/feed.xml"]) {
    expect([path, (await textOf(server, path)).includes("Nikon F3")]).toEqual([path, false]);
  }
  expect(await (await admin.fetch(`/api/v1/admin/photos/${id}`)).text()).toContain("Nikon F3");
  expect((await visitor.call(getAlbum, { params: { slug: album.slug } })).data.photos[0]?.exif).toEqual({});
});

test("the look is on the page: scheme, typeface with its two fonts, and accent", async () => {
  const server = await startTestServer();
  const fontsOf = (page: string) =>
    [...page.matchAll(/<link rel="preload" href="\/assets\/([\w-]+)-basic-400/g)].map(([, name]) => name);
  const fresh = await textOf(server, "/");
  expect(fresh).toContain('<html lang="en">');
  expect(fontsOf(fresh)).toEqual(["archivo", "instrument-serif"]);

  await server.admin.call(updateSite, { body: { look: { scheme: "dark", typeface: "plex" } } });
  const { site } = await server.admin.call(updateSite, { body: { look: { accent: "#2F7F9F" } } });

  expect(site.look).toMatchObject({ scheme: "dark", typeface: "plex", accent: "#2f7f9f" });
  const page = await textOf(server, "/");
  expect(page).toContain('<html lang="en" data-scheme="dark" data-typeface="plex">');
  const more = { paper: "warm", margin: "wide", captions: "below", titles: "centre" } as const;
  await server.admin.call(updateSite, { body: { look: more } });
  const tinted = await textOf(server, "/");
  expect(tinted).toContain('data-paper="warm" data-margin="wide" data-captions="below" data-titles="centre"');
  expect(tinted).toContain('<meta name="theme-color" content="#171310">');
  expect(fontsOf(page).sort()).toEqual(["ibm-plex-sans", "ibm-plex-serif"]);
  expect(page).toContain('<link rel="stylesheet" href="/assets/accent/2f7f9f.css">');
  expect(await textOf(server, "/assets/accent/2f7f9f.css")).toContain("--accent: #2f7f9f");
  expect((await server.visitor.fetch("/assets/accent/red;}.css")).status).toBe(404);
});

test("new albums begin as the owner decides, unless the request says otherwise", async () => {
  const { admin } = await startTestServer();
  const statusOf = async (given: { status?: "public" | "draft" } = {}) => {
    const body = { title: "Album", category: "urban" as const, ...given };
    return (await admin.call(createAlbum, { body })).album.status;
  };
  expect(await statusOf()).toBe("public");

  await admin.call(updateSite, { body: { new_albums: "draft" } });

  expect([await statusOf(), await statusOf({ status: "public" })]).toEqual(["draft", "public"]);
});

test("the portrait is chosen by id, and leaves the page with its photo", async () => {
  const server = await startTestServer();
  const { seed, visitor, admin } = server;
  const { id } = await seed.photo({ album: await seed.album() });

  const { site } = await admin.call(updateSite, { body: { portrait_photo_id: id } });

  expect(site.portrait_photo_id).toBe(id);
  expect((await visitor.call(getSite)).portrait?.id).toBe(id);
  await admin.call(trashPhoto, { params: { id } });
  expect((await visitor.call(getSite)).portrait).toBeNull();
});
