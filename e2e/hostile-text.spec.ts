import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { type AdminAlbum, updateAlbum } from "../contract/albums.ts";
import { login } from "../contract/auth.ts";
import { createCategory } from "../contract/categories.ts";
import {
  ADMIN_TOKEN_KEY,
  CATEGORY_NAME_MAX_CHARS,
  PANEL_BODY_MAX_CHARS,
  PANEL_HEADING_MAX_CHARS,
  TAG_MAX_CHARS,
  TITLE_MAX_CHARS,
} from "../contract/limits.ts";
import { getContactForm, sendMessage } from "../contract/messages.ts";
import { paths } from "../contract/paths.ts";
import { type AdminPhoto, changeOf, type PhotoChange, updatePhoto } from "../contract/photos.ts";
import { createRoom, type Room } from "../contract/rooms.ts";
import { createVersion, getSequence, type Panel, saveSequence } from "../contract/sequences.ts";
import { addToken } from "../contract/tokens.ts";
import { trashPhoto } from "../contract/trash.ts";
import { type Block, createWrittenPage, type WrittenPage } from "../contract/written-pages.ts";
import { colourOf, type RunningSite, startQuietSite } from "../rig/server.ts";
import { ADMIN } from "../rig/server-process.ts";
import { visitRoom } from "../rig/visit-room.ts";
import { openPage } from "./open-page.ts";
import { expectNoSidewaysScroll } from "./sideways.ts";

/** Texts that would run, load or redirect if any screen took them for more than text. */
const HOSTILE = [
  "<script>window.hacked=1;alert(1)</script>",
  '"><img src=/hacked onerror="window.hacked=1;alert(1)"><i x="',
  "</title></style></textarea></script><svg onload=window.hacked=1>",
  '"}]}</script><script src=https://evil.example/a.js></script>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must stay plain text
  "{{constructor.constructor('window.hacked=1')()}} ${window.hacked=1} <%= window.hacked=1 %> #{7*7}",
  "javascript:window.hacked=1//",
  "' onmouseover='window.hacked=1' onfocus='window.hacked=1' autofocus '",
  "<iframe srcdoc='<script>top.hacked=1</script>'></iframe><base href=https://evil.example/>",
  "<meta http-equiv=refresh content='0;url=https://evil.example/'><link rel=stylesheet href=//evil.example/a.css>",
  "//evil.example/%2f%2e%2e ?next=https://evil.example/ \\evil.example",
  "<a href=javascript:window.hacked=1>click</a>\u2028window.hacked=1\u2029",
  "<!--<script>--><math><mtext></mtext><mglyph><style><img src=/hacked onerror=window.hacked=1>",
];
const FORM_MIN_AGE_MS = 3_000;
const ALL = HOSTILE.join("\n");
/** Each contains as many of them as fit into a title. */
const TITLES = [0, 3, 6, 9].map((start) =>
  HOSTILE.slice(start, start + 3)
    .join(" ")
    .slice(0, TITLE_MAX_CHARS),
);

/**
 * None of our screens has these elements, so any match was injected by a text. The preview of the site is in a sandbox, the
 * frame of the page editor has a title, and a URL in the text about the owner becomes a link.
 */
const INJECTED = [
  "[onload], [onerror], [onmouseover], [onfocus], iframe:not([sandbox], [title]), base, math, meta[http-equiv]",
  "[src='/hacked'], [src*='//evil'], [href*='//evil']:not(p > a[rel=noopener]), [action*='//evil'], [href^='javascript:' i]",
].join(", ");

// Each test opens two dozen screens.
base.setTimeout(120_000);
// In one worker: each would fill its own site.
base.describe.configure({ mode: "default" });

type HostileSite = {
  url: string;
  token: string;
  album: AdminAlbum;
  photos: AdminPhoto[];
  room: Room;
  lockedRoom: Room;
  page: WrittenPage;
};

const test = base.extend<{ incidents: string[] }, { site: HostileSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const running = await startQuietSite();
      try {
        await use(await fill(running));
      } finally {
        await running.stop();
      }
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  incidents: [
    async ({ page, context, site }, use) => {
      const incidents: string[] = [];
      page.on("dialog", async (dialog) => {
        incidents.push(`dialog: ${dialog.message()}`);
        await dialog.dismiss();
      });
      page.on("pageerror", (error) => incidents.push(`thrown: ${error.message}`));
      page.on("console", (message) => {
        if (message.text().includes("Content Security Policy")) incidents.push(message.text());
      });
      context.on("request", (request) => {
        const { origin, protocol, pathname } = new URL(request.url());
        const isOurs = origin === site.url && pathname !== "/hacked";
        if (!isOurs && protocol !== "data:" && protocol !== "blob:") incidents.push(`request: ${request.url()}`);
      });
      await use(incidents);
      expect(incidents, "scripts that ran and requests that left the site").toEqual([]);
    },
    { auto: true },
  ],
});

/** Sets every text that can be set, in a library that shows all of them. */
async function fill(site: RunningSite): Promise<HostileSite> {
  const { admin, url } = site;
  const [first = "", ...others] = TITLES;
  for (const text of HOSTILE.slice(0, 4)) {
    await admin.call(createCategory, { body: { name: text.slice(0, CATEGORY_NAME_MAX_CHARS) } });
  }
  const album = await site.album(first, { category: "urban", description: ALL });
  for (const title of others) await site.album(title, { category: "urban", description: ALL });
  const files = TITLES.map((text) => ({ name: `${text}.jpg`, width: 320, height: 240 }));
  const photos = await site.photos(album, files);
  const change = (photo: AdminPhoto, body: PhotoChange) => admin.call(updatePhoto, { params: { id: photo.id }, body });
  for (const [index, photo] of photos.entries()) {
    await change(photo, { title: TITLES[index] ?? "" });
    await change(photo, { caption: ALL });
    await change(photo, { alt: ALL });
    await change(photo, { tags: HOSTILE.map((tag) => tag.slice(0, TAG_MAX_CHARS)) });
    for (const list of ["favorite", "featured", "quick_collection"] as const) await change(photo, changeOf(list, true));
  }
  const [cover] = photos;
  if (!cover) throw new Error("Not uploaded");
  await admin.call(updateAlbum, { params: { slug: album.slug }, body: { featured: true } });
  await admin.call(updateAlbum, { params: { slug: album.slug }, body: { cover_photo_id: cover.id } });
  await arrange(site, album);
  const [page] = await Promise.all(
    (["page", "entry"] as const).map(async (kind) => {
      const body = {
        kind,
        title: first,
        summary: ALL.slice(0, 200),
        status: "public" as const,
        blocks: blocksOf(photos),
      };
      return (await admin.call(createWrittenPage, { body })).page;
    }),
  );
  if (!page) throw new Error("Not written");
  const body = { name: HOSTILE[1] ?? "", scope: "read" as const, current_password: ADMIN.password };
  await admin.call(addToken, { body });
  const [deleted] = await site.photos(album, [{ name: `${HOSTILE[1]} deleted.jpg`, width: 300, height: 200 }]);
  if (deleted) await admin.call(trashPhoto, { params: { id: deleted.id } });
  await writeFile(join(site.dataDir, "site.json"), JSON.stringify(hostileSite(cover)));
  await expect
    .poll(async () => (await site.visitor.fetch("/api/v1/site")).text(), { timeout: 15_000 })
    .toContain("hacked");
  await signInWrongly(site);
  const forms = await Promise.all(TITLES.map(() => site.visitor.call(getContactForm)));
  const openedAt = Date.now();
  const { room } = await admin.call(createRoom, {
    body: { title: first, message: ALL, album_slug: album.slug, download: "large", selection: true },
  });
  const client = visitRoom(site, room);
  for (const { id } of photos) await client.pick(id, { picked: true, comment: ALL });
  await client.send({ name: first, message: ALL });
  // The server takes a form that is filled in faster for a bot's.
  await expect.poll(() => Date.now() - openedAt, { timeout: 10_000 }).toBeGreaterThan(FORM_MIN_AGE_MS);
  const email = "'onmouseover='hacked=1'@localhost";
  for (const [index, { form }] of forms.entries()) {
    const name = (TITLES[index] ?? "").slice(0, 200);
    await site.visitor.call(sendMessage, { body: { name, email, message: ALL, form } });
  }
  const { room: lockedRoom } = await admin.call(createRoom, {
    body: { title: "Locked", album_slug: album.slug, password: "open sesame" },
  });
  return { url, token: admin.token ?? "", album, photos, room, lockedRoom, page };
}

/** Texts between the photographs of an album, in a version with a name. */
async function arrange({ admin }: RunningSite, { slug }: AdminAlbum): Promise<void> {
  const params = { slug };
  const { sequence } = await admin.call(getSequence, { params });
  const panels: Panel[] = HOSTILE.slice(0, 4).map((text) => ({
    kind: "text",
    heading: text.slice(0, PANEL_HEADING_MAX_CHARS),
    body: ALL.slice(0, PANEL_BODY_MAX_CHARS),
  }));
  const { version_id, revision } = sequence;
  await admin.call(saveSequence, { params, body: { version_id, revision, panels: [...sequence.panels, ...panels] } });
  await admin.call(createVersion, { params, body: { name: TITLES[0] ?? "" } });
}

const blocksOf = (photos: readonly AdminPhoto[]): Block[] => [
  ...HOSTILE.map((text): Block => ({ kind: "text", text })),
  { kind: "heading", text: HOSTILE[0] ?? "" },
  { kind: "quote", text: ALL, by: HOSTILE[1] ?? "" },
  { kind: "photos", photo_ids: photos.slice(0, 1).map(({ id }) => id), caption: HOSTILE[2] ?? "" },
  {
    kind: "entries",
    entries: HOSTILE.map((text) => ({ year: "2026", title: text, place: text, note: text, url: "https://localhost/" })),
  },
];

/** The activity lists what unauthenticated clients typed, and the account what browsers call themselves. */
async function signInWrongly({ visitor }: RunningSite): Promise<void> {
  for (const email of HOSTILE.slice(0, 6)) await visitor.refused(login, { body: { email, password: email } });
  const headers = { "content-type": "application/json", "user-agent": HOSTILE[1] ?? "" };
  await visitor.fetch("/api/v1/auth/login", { method: "POST", headers, body: JSON.stringify(ADMIN) });
}

const hostileSite = ({ internal_id }: AdminPhoto) => ({
  name: HOSTILE.slice(0, 3).join(" "),
  tagline: HOSTILE.slice(3, 6).join(" "),
  about: ALL,
  email: "'onmouseover='window.hacked=1'@localhost",
  phone: HOSTILE[2],
  location: HOSTILE.slice(6, 8).join(" "),
  portrait: internal_id,
  contact_form: true,
  social: HOSTILE.map((label) => ({ label: label.slice(0, 100), url: 'https://localhost/"onmouseover="hacked=1' })),
});

/** No script ran, and no text became an element. */
async function expectHarmless(page: Page) {
  expect(await page.locator(INJECTED).evaluateAll((found) => found.map(({ outerHTML }) => outerHTML))).toEqual([]);
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
}

test("visitors see hostile texts as text, and no text makes a public page wider than any window", async ({
  page,
  context,
  site,
}) => {
  const { album, photos, room, lockedRoom, page: written } = site;
  const roomPages = [room.url ?? "", `${room.url}/photo/${photos[0]?.id}`, lockedRoom.url ?? "", "/s/unknown"];
  const photoPages = photos.map(({ id }) => `${album.url}/photo/${id}`);
  const strange = `/${encodeURIComponent(HOSTILE[1] ?? "")}`;
  for (const path of [
    "/",
    "/urban",
    album.url,
    ...photoPages,
    ...roomPages,
    "/contact",
    written.url,
    paths.journal,
    `${paths.journal}/${written.slug}`,
    paths.tag((HOSTILE[1] ?? "").slice(0, TAG_MAX_CHARS)),
    strange,
    `/urban?next=${strange}`,
  ]) {
    await openPage(page, path);
    await expect(page.locator("body")).toContainText("<script>");
    await expectHarmless(page);
    // The other photos' pages differ only in their texts.
    if (!photoPages.slice(1).includes(path)) await expectNoSidewaysScroll(page);
  }
  // In another page: the browser's XML viewer uses inline styles, which our policy blocks and the browser logs.
  const viewer = await context.newPage();
  for (const file of [
    "/sitemap.xml",
    "/feed.xml",
    paths.journalFeed,
    paths.manifest,
    "/robots.txt",
    "/api/v1/site",
    `/api/v1/albums/${album.slug}`,
    paths.content(album.url),
  ]) {
    await viewer.goto(file);
    expect(await viewer.evaluate(() => "hacked" in window)).toBe(false);
  }
});

test.describe("signed in", () => {
  test.use({
    storageState: async ({ site }, use) => {
      const localStorage = [{ name: ADMIN_TOKEN_KEY, value: site.token }];
      await use({ cookies: [], origins: [{ origin: site.url, localStorage }] });
    },
  });

  test("the owner sees hostile texts as text, on every screen", async ({ page, site }) => {
    const [photo] = site.photos;
    const album = paths.admin.album(site.album.slug);
    const sidebar = page.getByRole("navigation", { name: "Admin" });
    const main = page.getByRole("main");
    const panel = page.getByRole("complementary", { name: "Photo details" });
    const script = main.getByText("<script>").first();
    const tile = main.getByRole("listbox").getByRole("option").first();

    await test.step("a URL may be hostile, too", async () => {
      for (const path of [
        `/admin/${encodeURIComponent(HOSTILE[1] ?? "")}`,
        `/admin?q=${encodeURIComponent("<script>")}`,
        `/admin?photo=${photo?.id}`,
      ]) {
        await page.goto(path);
        // The sidebar of every screen lists the albums by title.
        await expect(sidebar).toContainText("<script>");
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expectHarmless(page);
      }
      await expect(panel.getByLabel("Title", { exact: true })).toHaveValue(TITLES[0] ?? "");
      await expectHarmless(page);
    });

    const linked = (path: string) => sidebar.locator(`a[href="${path}"]`);
    for (const { path, link = linked(path), shown } of [
      { path: paths.admin.favorites, shown: tile },
      { path: paths.admin.dashboard, shown: tile },
      { path: paths.admin.featuredContent, shown: tile },
      { path: paths.admin.featuredAlbums, shown: script },
      { path: paths.admin.quickCollection, shown: tile },
      {
        path: paths.admin.trash,
        shown: main.getByRole("list", { name: "Deleted photos" }).getByRole("listitem").first(),
      },
      { path: paths.admin.albums, shown: script },
      { path: paths.admin.albumsOf("urban"), shown: script },
      { path: paths.admin.categories, shown: main.getByText(HOSTILE[0] ?? "").first() },
      { path: paths.admin.account, shown: main.getByText(HOSTILE[1] ?? "").first() },
      {
        path: paths.admin.activity,
        link: main.getByRole("link", { name: "Activity" }),
        shown: main.getByText(HOSTILE[0] ?? "").first(),
      },
      { path: paths.admin.settings, shown: page.getByRole("heading", { level: 1 }) },
      { path: paths.admin.site, shown: main.getByLabel("Name of link 1", { exact: true }) },
      { path: paths.admin.rooms, shown: script },
      { path: paths.admin.room(site.room.id), link: main.getByRole("link", { name: TITLES[0] ?? "" }), shown: script },
      { path: paths.admin.messages, shown: main.getByText(HOSTILE[0] ?? "").first() },
      { path: paths.admin.pages, shown: script },
      {
        path: paths.admin.page(site.page.id),
        link: main.getByRole("link", { name: TITLES[0] ?? "" }).first(),
        shown: page.frameLocator("iframe").getByText("<script>").first(),
      },
      { path: album, shown: tile },
      {
        path: paths.admin.table(site.album.slug),
        link: main.getByRole("button", { name: "Table" }),
        shown: page.getByRole("heading", { level: 1 }),
      },
      { path: album, shown: tile },
    ]) {
      await test.step(path, async () => {
        await link.click();
        await expect(page).toHaveURL(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(shown).toBeVisible();
        await expectHarmless(page);
      });
    }

    await test.step("the details of a photo", async () => {
      await tile.click();
      await expect(panel.getByLabel("Title", { exact: true })).toHaveValue(TITLES[0] ?? "");
      await expectHarmless(page);
    });

    await test.step("a refused file with a hostile name is listed under that name", async () => {
      await page.getByRole("button", { name: "Upload Photos" }).click();
      const files = HOSTILE.map((name) => ({
        name: `${name}.jpg`,
        mimeType: "image/jpeg",
        buffer: Buffer.from(colourOf(name)),
      }));
      await page.getByLabel("Choose photos").and(page.locator("input")).setInputFiles(files);
      const rows = page.getByRole("list", { name: "Files" }).getByRole("listitem").filter({ hasText: "Not uploaded" });
      await expect(rows).toHaveCount(files.length);
      await expectHarmless(page);
    });
  });
});
