import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listPhotos } from "../../../contract/photos.ts";
import { createClient } from "../../../rig/client.ts";
import { libraryOfTwo } from "../../../rig/server/library-of-two.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { freshDatabase, type OwnServer, startTestServer } from "../../../rig/server/start-test-server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

test("the key that signs URLs is a private file outside the database and outside backups", async () => {
  const { deps } = await libraryOfTwo();
  const folder = temporaryFolder();
  const key = readFileSync(join(deps.config.dataDir, "signing.key"), "utf8").trim();

  await runCommand("backup", deps.config, [join(folder, "backup")]);

  expect(statSync(join(deps.config.dataDir, "signing.key")).mode & 0o777).toBe(0o600);
  expect(key).toMatch(/^[\w-]{43}$/);
  const settings = await deps.db.selectFrom("setting").selectAll().execute();
  expect(JSON.stringify(settings)).not.toContain(key);
  const files = readdirSync(join(folder, "backup"), { recursive: true, withFileTypes: true });
  const backedUp = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  for (const file of backedUp) expect([file, readFileSync(file).includes(key)]).toEqual([file, false]);
});

test("data folder, database and backup are accessible only to their owner", async () => {
  const { deps } = await libraryOfTwo();
  const folder = temporaryFolder();
  await runCommand("backup", deps.config, [join(folder, "backup")]);
  const restored = join(folder, "restored");
  const { DATABASE_URL } = await freshDatabase("template0");
  await runCommand("restore", { dataDir: restored, databaseUrl: DATABASE_URL }, [join(folder, "backup")]);

  for (const root of ["backup", "restored"]) {
    const entries = readdirSync(join(folder, root), { recursive: true, withFileTypes: true });
    expect(entries.length).toBeGreaterThan(3);
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
    }
    expect(statSync(join(folder, root)).mode & 0o777).toBe(0o700);
  }
});

test("a URL that claims to be valid for more than a day is refused, even with a correct signature", async () => {
  const server = await libraryOfTwo();
  const path = await signedUrl(server);
  expect((await server.visitor.fetch(path)).status).toBe(200);

  server.clock.advanceMs(-DAY_MS);

  expect((await server.visitor.fetch(path)).status).toBe(404);
});

test("a new password ends every signed URL, on every server", async () => {
  const server = await libraryOfTwo();
  const other = createClient((await server.startAnother()).url);
  const path = await signedUrl(server);
  expect((await other.fetch(path)).status).toBe(200);

  await runCommand("set-password", server.deps.config, [], { input: "another horse battery\n" });

  expect((await server.visitor.fetch(path)).status).toBe(404);
  expect((await other.fetch(path)).status).toBe(404);
});

test("a restored library accepts no URL signed before, even with the same key", async () => {
  const folder = temporaryFolder();
  const SIGNING_KEY_FILE = join(folder, "shared.key");
  const server = await libraryOfTwo({ SIGNING_KEY_FILE });
  const path = await signedUrl(server);
  await runCommand("backup", server.deps.config, [join(folder, "backup")]);
  const { DATABASE_URL = "" } = await freshDatabase("template0");
  const DATA_DIR = join(folder, "restored");
  await runCommand("restore", { dataDir: DATA_DIR, databaseUrl: DATABASE_URL }, [join(folder, "backup")]);

  const restored = await startTestServer({ DATA_DIR, DATABASE_URL, STORAGE_URL: "", SIGNING_KEY_FILE });

  expect((await server.visitor.fetch(path)).status).toBe(200);
  expect((await restored.visitor.fetch(path)).status).toBe(404);
  expect((await restored.visitor.fetch(await signedUrl(restored))).status).toBe(200);
});

test("servers of one library with different keys do not start", async () => {
  const { deps } = await startTestServer();
  if (!deps.config.databaseUrl) return;
  const other = { DATABASE_URL: deps.config.databaseUrl, SIGNING_KEY_FILE: join(temporaryFolder(), "other.key") };

  await expect(startTestServer(other)).rejects.toThrow("SIGNING_KEY_FILE");
});

test("a key that is too short to be safe is refused", async () => {
  const SIGNING_KEY_FILE = join(temporaryFolder(), "short.key");
  writeFileSync(SIGNING_KEY_FILE, "secret\n");

  await expect(startTestServer({ SIGNING_KEY_FILE })).rejects.toThrow("SIGNING_KEY_FILE");
});

async function signedUrl({ admin }: OwnServer): Promise<string> {
  const { photos } = await admin.call(listPhotos, { query: {} });
  return photos[0]?.file_url ?? "";
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-signing-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
