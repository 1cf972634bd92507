import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listActivity } from "../../../contract/activity.ts";
import { logout } from "../../../contract/auth.ts";
import { downloadQuickCollection } from "../../../contract/curation.ts";
import { downloadLibrary } from "../../../contract/export.ts";
import { bulkPhotos } from "../../../contract/photos.ts";
import { contentOf, libraryOfTwo } from "../../../rig/server/library-of-two.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { freshDatabase, startTestServer } from "../../../rig/server/start-test-server.ts";
import { unzip } from "../../../rig/server/unzip.ts";

const SIX_MINUTES_MS = 6 * 60 * 1000;

test("the download is what export writes, and can be imported", async () => {
  const { admin, visitor, deps } = await libraryOfTwo();
  const folder = await mkdtemp(join(tmpdir(), "vitrine-download-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await runCommand("export", deps.config, [join(folder, "exported")]);

  const { url } = await admin.call(downloadLibrary);
  // Without the token: the browser follows a plain link.
  const response = await visitor.fetch(url);
  const files = unzip(Buffer.from(await response.arrayBuffer()));

  const { events } = await admin.call(listActivity, { query: { kind: "downloads" } });
  expect(events).toMatchObject([
    { action: "library-exported", actor: "admin@example.com" },
    { action: "library-exported", actor: null },
  ]);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="vitrine-\d{4}-\d\d-\d\d\.zip"$/);
  const exported = await readdir(join(folder, "exported"), { recursive: true, withFileTypes: true });
  const paths = exported.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect([...files.keys()].sort()).toEqual(paths.map((path) => relative(join(folder, "exported"), path)).sort());
  for (const path of paths) {
    const inZip = files.get(relative(join(folder, "exported"), path));
    if (path.endsWith("vitrine.json")) {
      expect(JSON.parse(String(inZip))).toEqual(JSON.parse(await readFile(path, "utf8")));
    } else expect(inZip?.equals(await readFile(path))).toBe(true);
  }

  for (const [name, bytes] of files) {
    await mkdir(dirname(join(folder, "unzipped", name)), { recursive: true });
    await writeFile(join(folder, "unzipped", name), bytes);
  }
  const again = { dataDir: join(folder, "again"), databaseUrl: (await freshDatabase()).DATABASE_URL };
  expect(await runCommand("import", again, [join(folder, "unzipped"), "--create"])).toMatchObject({ code: 0 });
  expect((await contentOf(again)).tables.photo).toHaveLength(2);
});

test("a download of the library or of the quick collection that is under way ends with the session that began it", async () => {
  const server = await startTestServer();
  const { admin, visitor, seed } = server;
  // More than fits into the buffers between the two ends of a connection.
  const file = Buffer.alloc(12 * 1024 * 1024);
  const ids = [];
  for (let index = 0; index < 3; index++) ids.push((await seed.picture({ filename: `${index}.jpg` }, file)).id);
  await admin.call(bulkPhotos, { body: { ids, action: "update", change: { quick_collection: true } } });
  const downloads = [];
  for (const call of [downloadLibrary, downloadQuickCollection]) {
    const [response] = await once(get(server.url + (await admin.call(call)).url), "response");
    await once(response, "readable");
    downloads.push(response);
  }

  await admin.call(logout);

  for (const response of downloads) {
    await expect(response.toArray()).rejects.toThrow("aborted");
  }
  expect((await visitor.fetch("/healthz")).status).toBe(200);
});

test("the URL is valid for a few minutes, and a lost file is named", async () => {
  const { admin, visitor, deps, clock } = await libraryOfTwo();
  const photo = await deps.db.selectFrom("photo").selectAll().executeTakeFirstOrThrow();
  await deps.storage.delete([photo.original_key]);
  const { url } = await admin.call(downloadLibrary);

  const files = unzip(Buffer.from(await (await visitor.fetch(url)).arrayBuffer()));
  clock.advanceMs(SIX_MINUTES_MS);
  const late = await visitor.fetch(url);

  expect(String(files.get("missing-files.txt"))).toContain(photo.filename);
  expect(late.status).toBe(403);
  expect((await visitor.fetch("/downloads/library.zip")).status).toBe(403);
});
