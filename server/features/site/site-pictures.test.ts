import sharp from "sharp";
import { expect, test } from "vitest";
import { listPhotos } from "../../../contract/photos.ts";
import { getSite, getSiteSettings, updateSite } from "../../../contract/site.ts";
import { cropSitePicture, deleteSitePicture } from "../../../contract/site-pictures.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { shareTestServer, startTestServer, type TestServer } from "../../../rig/server/start-test-server.ts";

type Kind = "portrait" | "logo" | "icon";
type Answer = {
  success: boolean;
  errors?: Record<string, string[]>;
  site: Record<"portrait_url" | "logo_url" | "icon_url", string | null>;
};

async function send({ admin }: TestServer, kind: string, bytes: Buffer, field = "image") {
  const form = new FormData();
  form.append(field, new Blob([Uint8Array.from(bytes)]), "picture.bin");
  const response = await admin.fetch(`/api/v1/admin/site/${kind}`, { method: "POST", body: form });
  return { status: response.status, body: (await response.json()) as Answer };
}

async function pictureAt({ visitor }: TestServer, path: string | null) {
  const response = await visitor.fetch(path ?? "/none");
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get("content-type"), bytes };
}

/** Red on the left, blue on the right, and the rest of it transparent. */
const twoColours = async (width = 400, height = 100) => {
  const half = (background: string) =>
    sharp({ create: { width: width / 2, height: height / 2, channels: 4, background } })
      .png()
      .toBuffer();
  const base = sharp({ create: { width, height, channels: 4, background: "#0000" } });
  return base
    .composite([
      { input: await half("#f00"), left: 0, top: height / 4 },
      { input: await half("#00f"), left: width / 2, top: height / 4 },
    ])
    .png()
    .toBuffer();
};

test("portrait, logo and icon are uploaded, shown to visitors, and removed, and are no photos of the library", async () => {
  const server = await shareTestServer();
  const { admin, visitor } = server;
  const none = { portrait_url: null, logo_url: null, icon_url: null };
  expect((await visitor.call(getSite)).data).toMatchObject(none);

  const files: Record<Kind, Buffer> = {
    portrait: await makePicture({ width: 1600, height: 2000 }),
    logo: await twoColours(),
    icon: await twoColours(300, 300),
  };
  for (const kind of ["portrait", "logo", "icon"] as const) {
    const { status, body } = await send(server, kind, files[kind]);
    expect([status, body.success]).toEqual([200, true]);
    const url = body.site[`${kind}_url`];
    expect((await visitor.call(getSite)).data[`${kind}_url`]).toBe(url);
    const picture = await pictureAt(server, url);
    expect([picture.status, picture.type]).toEqual([200, kind === "portrait" ? "image/jpeg" : "image/png"]);
  }
  expect((await admin.call(listPhotos)).photos).toEqual([]);
  const { logo_url } = (await visitor.call(getSite)).data;
  // What is transparent stays so.
  expect((await sharp((await pictureAt(server, logo_url)).bytes).stats()).isOpaque).toBe(false);

  const page = await (await visitor.fetch("/contact")).text();
  expect(page).toMatch(/<img[^>]+\/_site\/\w+\/portrait-medium\.jpg/);
  expect(page).toMatch(/<img[^>]+\/_site\/\w+\/logo-header\.png"[^>]+alt="Vitrine"/);
  for (const kind of ["portrait", "logo", "icon"] as const) {
    const { site } = await admin.call(deleteSitePicture, { params: { kind } });
    expect(site[`${kind}_url`]).toBeNull();
  }
  expect((await visitor.call(getSite)).data).toMatchObject(none);
  expect((await pictureAt(server, logo_url)).status).toBe(404);
});

test("the icon is there in the sizes and at the addresses that browsers and phones ask for", async () => {
  const server = await shareTestServer();
  expect((await pictureAt(server, "/favicon.ico")).status).toBe(404);
  await send(server, "icon", await twoColours(400, 200));

  const page = await (await server.visitor.fetch("/")).text();
  const links = [...page.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g)].map(
    ([, href]) => href ?? "",
  );
  const sizes = await Promise.all(
    [...links, "/favicon.ico", "/apple-touch-icon.png"].map(async (path) => {
      const { bytes, type } = await pictureAt(server, path);
      const { width, height } = await sharp(bytes).metadata();
      return [type, width, height];
    }),
  );
  expect(sizes).toEqual([32, 192, 180, 32, 180].map((edge) => ["image/png", edge, edge]));
  // iOS shows what is transparent as black.
  expect((await sharp((await pictureAt(server, "/apple-touch-icon.png")).bytes).stats()).isOpaque).toBe(true);

  expect(page).toContain('<link rel="manifest" href="/site.webmanifest">');
  const manifest = await server.visitor.fetch("/site.webmanifest");
  const { name, icons } = (await manifest.json()) as { name: string; icons: { src: string; sizes: string }[] };
  expect([name, icons.map((icon) => icon.sizes)]).toEqual(["Vitrine", ["192x192", "512x512"]]);
  for (const { src } of icons) expect((await pictureAt(server, src)).status).toBe(200);
  expect(await (await server.visitor.fetch("/admin")).text()).toContain("apple-touch-icon");
});

test("a focal point moves the crop of the icon, and gives it another URL", async () => {
  const server = await shareTestServer();
  const { body } = await send(server, "icon", await twoColours(400, 100));
  const colourOf = async (url: string | null) => {
    const { bytes } = await pictureAt(server, url);
    const { data } = await sharp(bytes).resize(1, 1, { kernel: "nearest" }).raw().toBuffer({ resolveWithObject: true });
    return [data[0], data[2]];
  };
  const crop = async (x: number) =>
    (await server.admin.call(cropSitePicture, { params: { kind: "icon" }, body: { focal_point: { x, y: 0.5 } } })).site;

  const left = await crop(0);
  expect(left.icon_url).not.toBe(body.site.icon_url);
  expect(left.pictures.icon?.focal_point).toEqual({ x: 0, y: 0.5 });
  expect(await colourOf(left.icon_url)).toEqual([255, 0]);
  expect(await colourOf((await crop(1)).icon_url)).toEqual([0, 255]);
  const refusal = await server.admin.refused(cropSitePicture, {
    params: { kind: "logo" },
    body: { focal_point: null },
  });
  expect(refusal.status).toBe(404);
});

test("what an upload refuses is refused here too, and changes nothing", async () => {
  const server = await shareTestServer();
  const { body } = await send(server, "logo", await twoColours());
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>');
  for (const [bytes, field] of [
    [svg, "image"],
    [Buffer.from("no picture"), "image"],
    [Buffer.alloc(0), "image"],
    [await twoColours(), "photo"],
  ] as const) {
    const refused = await send(server, "logo", bytes, field);
    expect([refused.status, refused.body.success, refused.body.errors?.image?.length]).toEqual([422, false, 1]);
  }
  expect((await send(server, "banner", svg)).status).toBe(404);
  expect((await server.admin.call(getSiteSettings)).site.logo_url).toBe(body.site.logo_url);
});

test("the share card of a page without a photograph has the logo and the name", async () => {
  const server = await shareTestServer();
  await server.admin.call(updateSite, { body: { name: "Mira Holm" } });
  const cardOf = async (path: string) => {
    const page = await (await server.visitor.fetch(path)).text();
    return /og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(page)?.[1] ?? null;
  };
  expect(await cardOf("/contact")).toBeNull();
  await send(server, "logo", await twoColours());

  const card = await cardOf("/contact");
  expect(card).toMatch(/\/logo-card\.png$/);
  const { bytes } = await pictureAt(server, card);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
  // Programs that show cards put black, or anything else, behind what is transparent.
  expect((await sharp(bytes).stats()).isOpaque).toBe(true);
  expect(await (await server.visitor.fetch("/contact")).text()).toContain('og:image:alt" content="Mira Holm"');
  await send(server, "portrait", await makePicture({ width: 500, height: 600 }));
  expect(await cardOf("/contact")).toMatch(/\/portrait-medium\.jpg$/);
  expect(await cardOf("/")).toMatch(/\/logo-card\.png$/);
});

test("they outlive a restart, and another server shows them", async () => {
  const server = await startTestServer();
  const { body } = await send(server, "logo", await twoColours());
  const other = await server.startAnother();
  expect((await fetch(other.url + body.site.logo_url)).status).toBe(200);

  const { visitor } = await server.restart();

  expect((await visitor.call(getSite)).data.logo_url).toBe(body.site.logo_url);
  expect((await visitor.fetch(body.site.logo_url ?? "")).status).toBe(200);
});
