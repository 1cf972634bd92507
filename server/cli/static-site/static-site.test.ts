import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AlbumId } from "../../../contract/album-id.ts";
import { createAlbum, updateAlbum } from "../../../contract/albums.ts";
import { HOME_KINDS } from "../../../contract/look.ts";
import { type packContent, unpackContent } from "../../../contract/page-json.ts";
import { picturePath } from "../../../contract/paths.ts";
import { updatePhoto } from "../../../contract/photos.ts";
import { updateSite } from "../../../contract/site.ts";
import { createWrittenPage, updateWrittenPage } from "../../../contract/written-pages.ts";
import { crawl } from "../../../rig/crawl.ts";
import { makePicture } from "../../../rig/make-picture.ts";
import { serveFiles } from "../../../rig/serve-files.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { shareTestServer, startTestServer } from "../../../rig/server/start-test-server.ts";
import { upload } from "../../../rig/upload.ts";
import { addForeignAddresses } from "../../library/shown/foreign-addresses.ts";

const SITE = "https://photographs.example";
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-static-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("every link and picture of a site written as plain files leads to a file", async () => {
  const { admin, deps } = await shareTestServer();
  await admin.call(updateSite, { body: { contact_form: true, name: "Ada & Co" } });
  const { album } = await admin.call(createAlbum, { body: { title: "Sea", category: "urban" } });
  const files = await Promise.all(
    ["ash", "elm", "oak"].map(async (name, index) => ({
      name: `${name}.jpg`,
      bytes: await makePicture({ width: 300 + index, height: 200 }),
    })),
  );
  const { body } = await upload(admin, album, files);
  const [shown, tagged, hidden] = body.photos;
  if (!shown || !tagged || !hidden) throw new Error("Not uploaded");
  await admin.call(updatePhoto, { params: { id: tagged.id }, body: { tags: ["über & unter"] } });
  await admin.call(updatePhoto, { params: { id: hidden.id }, body: { visibility: 1 } });
  await admin.call(updateAlbum, { params: { slug: album.slug }, body: { slug: "ocean" } });

  const result = await runCommand("export", deps.config, ["--static", folder, "--url", SITE]);

  expect(result.err).toBe("");
  expect(result.out).toMatch(/^\d+ pages, 2 photos, \d+ pictures written to /);
  expect(result.code).toBe(0);
  await using site = await serveFiles(folder);
  const { statuses, broken } = await visit(site.url);
  expect(broken).toEqual([]);
  expect([...statuses.keys()]).toEqual(
    expect.arrayContaining(["/urban/ocean", `/urban/ocean/photo/${shown.id}`, "/_tag/%C3%BCber%20%26%20unter"]),
  );
  // The strip's program asks for these.
  const content = unpackContent(await readJson(`${site.url}/_page/urban/ocean`));
  if (content.page !== "album") throw new Error("Not the album");
  expect(content.photos.map(({ id }) => id)).toEqual([shown.id, tagged.id]);
  for (const size of ["thumb", "small", "medium", "large", "xlarge", "original"] as const) {
    const picture = await fetch(site.url + picturePath(shown, size, "jpg"));
    expect([size, picture.status]).toEqual([size, 200]);
  }
  const all = await textOf(folder, "sitemap.xml");
  expect(all).toContain(`${SITE}/urban/ocean`);
  expect(all).not.toContain(`/photo/${hidden.id}`);
  expect(await textOf(folder, "urban/sea/index.html")).toContain(`url=/urban/ocean"`);
  expect(await textOf(folder, "contact/index.html")).not.toContain("<form");
  expect(await textOf(folder, "404.html")).toContain("Page Not Found");
  await expect(stat(join(folder, "admin"))).rejects.toThrow("ENOENT");
});

test("pages, the journal, the site's own pictures and every home page lead to files as well", async () => {
  const { admin, deps } = await shareTestServer();
  const { album } = await admin.call(createAlbum, { body: { title: "Sea", category: "urban" } });
  const files = [320, 330].map(async (width) => ({ name: `${width}.jpg`, bytes: await makePicture({ width }) }));
  const { photos } = (await upload(admin, album, await Promise.all(files))).body;
  for (const { id } of photos) await admin.call(updatePhoto, { params: { id }, body: { featured: true } });
  const blocks = [
    { kind: "photos" as const, photo_ids: photos.map(({ id }) => id) },
    { kind: "text" as const, text: "More [about me](/contact) and [the first day](/journal/first-day)." },
    { kind: "album" as const, album_id: album.id },
  ];
  const write = (given: { kind: "page" | "entry"; title: string; in_menu?: boolean; status?: "draft" }) =>
    admin.call(createWrittenPage, { body: { status: "public", blocks, ...given } });
  const { page } = await write({ kind: "page", title: "Essay", in_menu: false });
  await admin.call(updateWrittenPage, { params: { id: page.id }, body: { revision: page.revision, slug: "an-essay" } });
  await write({ kind: "entry", title: "First day" });
  await write({ kind: "entry", title: "Second day" });
  await write({ kind: "page", title: "Not yet", status: "draft" });
  for (const kind of ["portrait", "logo", "icon"]) {
    const form = new FormData();
    form.append("image", new Blob([Uint8Array.from(await makePicture({ width: 400, height: 300 }))]), "own.jpg");
    expect((await admin.fetch(`/api/v1/admin/site/${kind}`, { method: "POST", body: form })).status).toBe(200);
  }

  for (const kind of HOME_KINDS) {
    await admin.call(updateSite, { body: { home: { kind, album_id: album.id } } });
    const written = join(folder, kind);
    const result = await runCommand("export", deps.config, ["--static", written, "--url", SITE]);
    expect([kind, result.code, result.err], result.out).toEqual([kind, 0, ""]);
    await using site = await serveFiles(written);
    const { statuses, broken } = await visit(site.url);
    expect([kind, broken]).toEqual([kind, []]);
    const found = [...statuses.keys()];
    expect(found).toEqual(
      expect.arrayContaining([
        "/an-essay",
        "/journal",
        "/journal/first-day",
        "/journal/second-day",
        "/journal/feed.xml",
      ]),
    );
    expect(found.filter((path) => /not-yet|\/admin/.test(path))).toEqual([]);
    expect(found.filter((path) => /^\/_site\//.test(path)).length).toBeGreaterThan(3);
  }
  const [any] = HOME_KINDS;
  expect(await textOf(folder, `${any}/essay/index.html`)).toContain(`url=/an-essay"`);
  expect(await textOf(folder, `${any}/an-essay/index.html`)).toContain("about me</a>");
});

test("addresses of the site before lead on, as far as they are paths", async () => {
  const { deps, seed, admin } = await startTestServer();
  const [album, draft] = [await seed.album({ title: "Lisboa" }), await seed.album({ title: "Secret" })];
  await admin.call(updateAlbum, { params: { slug: draft.slug }, body: { status: "draft" } });
  const row = (address: string, album_id: AlbumId) => ({ address, album_id, category_id: null, photo_id: null });
  await addForeignAddresses(deps, [
    row("/2019/05/tram & hill", album.id),
    row("/?p=12", album.id),
    row("/secret", draft.id),
  ]);

  const written = join(folder, "new");
  const result = await runCommand("export", deps.config, ["--static", written, "--url", SITE]);

  expect([result.code, result.err], result.out).toEqual([0, ""]);
  expect(await textOf(written, "2019/05/tram & hill/index.html")).toContain(`url=${album.url}"`);
  await expect(stat(join(written, "secret"))).rejects.toThrow("ENOENT");
});

test("a site is not written over files, nor without its address", async () => {
  const { deps, seed } = await startTestServer();
  await seed.album();
  const nowhere = await runCommand("export", deps.config, ["--static", join(folder, "new")]);
  expect([nowhere.code, nowhere.err]).toEqual([
    2,
    "name the address that the files will have: --url https://example.com\n",
  ]);
  await runCommand("export", deps.config, ["--static", folder, "--url", SITE]);

  const again = await runCommand("export", deps.config, ["--static", folder, "--url", SITE]);

  expect([again.code, again.err]).toEqual([2, `${folder} is not empty. Name a new folder for the site\n`]);
});

// As the server packed it.
const readJson = async (url: string) => (await (await fetch(url)).json()) as ReturnType<typeof packContent>;
const textOf = (folder: string, file: string) => readFile(join(folder, file), "utf8");

/** The status of everything that can be reached from the home page, the sitemap and the feed. */
const visit = (url: string) => crawl(url, SITE, ["/", "/sitemap.xml", "/feed.xml"]);
