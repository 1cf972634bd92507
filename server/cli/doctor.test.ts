import { join } from "node:path";
import { expect, test } from "vitest";
import { beginPut } from "../library/intents.ts";
import { variantKey } from "../library/keys.ts";
import { libraryOfTwo } from "../testing/library-of-two.ts";
import { runCommand } from "../testing/run-command.ts";
import type { TestServer } from "../testing/start-test-server.ts";

test("a sound library passes the check while the server runs", async () => {
  const server = await libraryOfTwo();

  const text = await runCommand("doctor", server.deps.config, ["--verify"]);
  const json = await runCommand("doctor", server.deps.config, ["--json"]);

  expect(text).toEqual({ code: 0, out: "2 photos and 10 files: all is well.\n", err: "" });
  expect(json.code).toBe(0);
  expect(JSON.parse(json.out)).toEqual({ findings: [], photos: 2, files: 10, found: 0, repaired: 0 });
});

test("every mismatch is reported and left unchanged", async () => {
  const server = await libraryOfTwo();
  await ruin(server);

  const first = await runCommand("doctor", server.deps.config, ["--json"]);
  const again = await runCommand("doctor", server.deps.config, ["--json"]);

  expect(first.code).toBe(1);
  expect(kindsOf(first.out)).toEqual([
    "count-wrong",
    "order-broken",
    "original-missing",
    "original-without-photo",
    "variant-changed",
    "variant-missing",
    "variant-without-photo",
    "work-left-open",
  ]);
  expect(again.out).toEqual(first.out);
});

test("--fix repairs what it can, and never deletes what may be the only copy", async () => {
  const server = await libraryOfTwo();
  const { config, storage } = server.deps;
  await ruin(server);
  await server.stop();

  const repaired = await runCommand("doctor", config, ["--fix"]);
  const after = await runCommand("doctor", config, ["--json"]);

  expect(repaired.code).toBe(1);
  expect(repaired.out).toContain("8 problems, 7 repaired.");
  expect(kindsOf(after.out)).toEqual(["original-missing"]);
  expect(await storage.sizeOf("lost-and-found/stranger.jpg")).toBe(8);
});

test("--verify finds a changed original of the same size", async () => {
  const server = await libraryOfTwo();
  const photo = await server.deps.db.selectFrom("photo").selectAll().executeTakeFirstOrThrow();
  const other = Buffer.alloc(photo.filesize, "x");
  await server.deps.storage.putBytes(photo.original_key, other);

  const bySize = await runCommand("doctor", server.deps.config);
  const byBytes = await runCommand("doctor", server.deps.config, ["--verify", "--json"]);

  expect(bySize.code).toBe(0);
  expect(byBytes.code).toBe(1);
  expect(kindsOf(byBytes.out)).toEqual(["original-changed"]);
});

test("a library that cannot be checked is reported in one line", async () => {
  const server = await libraryOfTwo();
  const { config } = server.deps;

  const none = await runCommand("doctor", { dataDir: join(config.dataDir, "elsewhere"), databaseUrl: undefined });
  await server.deps.storage.delete(["library-id"]);
  const unmounted = await runCommand("doctor", config);

  expect(none.code).toBe(2);
  expect(none.err).toMatch(/^there is no library in .*\n$/);
  expect(unmounted.code).toBe(2);
  expect(unmounted.err).toMatch(/^the storage is empty although the library has photos.*\n$/);
});

test("a SQLite library cannot be repaired while a server runs", async () => {
  const server = await libraryOfTwo();

  const refused = await runCommand("doctor", server.deps.config, ["--fix"]);

  if (server.deps.config.databaseUrl) expect(refused.code).toBe(0);
  else expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("another Vitrine is running") });
});

/** One fault of each kind. */
async function ruin({ deps }: TestServer): Promise<void> {
  const [first, second] = await deps.db.selectFrom("photo").selectAll().orderBy("id").execute();
  if (!first || !second) throw new Error("expected two photos");
  await deps.storage.delete([first.original_key, variantKey(second.internal_id, "thumb", "avif")]);
  await deps.storage.putBytes(variantKey(second.internal_id, "medium", "jpeg"), Buffer.from("not what was made"));
  await deps.storage.putBytes("originals/st/stranger.jpg", Buffer.from("a stray!"));
  await deps.storage.putBytes("variants/st/stranger/thumb.jpg", Buffer.from("a stray"));
  await deps.db.updateTable("photo").set({ album_position: 5 }).where("id", "=", second.id).execute();
  await deps.db.updateTable("photo_count").set({ count: 7 }).where("place", "=", "trash").execute();
  await beginPut({ ...deps, now: () => new Date("2020-01-01") }, ["originals/le/left.jpg"]);
}

function kindsOf(json: string): string[] {
  // The command's own output format.
  const { findings } = JSON.parse(json) as { findings: { kind: string }[] };
  return findings.map(({ kind }) => kind).sort();
}
