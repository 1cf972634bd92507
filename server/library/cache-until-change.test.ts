import { createHook } from "node:async_hooks";
import { get } from "node:http";
import { expect, test } from "vitest";
import { getSummary, listPhotos } from "../../contract/photos.ts";
import { recordStatements } from "../../rig/server/record-statements.ts";
import { startTestServer } from "../../rig/server/start-test-server.ts";

const TIMES = 10;

async function repeat(work: (turn: number) => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < TIMES; turn++) await work(turn);
}

/** A server on PostgreSQL may notice the last change late, and then each value is read once more. */
const READS_AT_MOST = 2;

/** How often the busiest of these statements ran. */
function mostRuns(statements: string[]): number {
  const runs = Map.groupBy(statements, (sql) => sql);
  return Math.max(0, ...[...runs.values()].map((same) => same.length));
}

test("the sidebar's counts are read once, however often it asks", async () => {
  const { node, seed, deps } = await startTestServer();
  await seed.photo();

  const statements = await recordStatements(deps, () => repeat(() => node.admin.call(getSummary)));

  const kept = statements.filter((sql) => sql.includes("photo_count") || sql.includes('"alt"'));
  // Three groups that the database keeps the counts of, and the photos without alt text.
  expect(kept.length).toBeGreaterThanOrEqual(4);
  expect(kept.length).toBeLessThanOrEqual(4 * READS_AT_MOST);
});

test("the total of a list is counted once for each filter", async () => {
  const { node, seed, deps } = await startTestServer();
  await seed.photo({ camera: "Leica" });
  const filters = ["Leica", "Nikon", "Canon", "Sony"];

  const statements = await recordStatements(deps, () =>
    repeat((turn) => node.admin.call(listPhotos, { query: { camera: filters[turn % 4] ?? "", limit: 1 } })),
  );

  const counts = statements.filter((sql) => sql.includes("count(*)"));
  expect(counts.length).toBeGreaterThanOrEqual(filters.length);
  expect(counts.length).toBeLessThanOrEqual(filters.length * READS_AT_MOST);
});

test("the page for unknown room links is made once for all of them", async () => {
  const { node, deps } = await startTestServer();

  const statements = await recordStatements(deps, () =>
    repeat(async (turn) => expect((await node.visitor.fetch(`/s/unknown-${turn}`)).status).toBe(404)),
  );

  const lookUps = statements.filter((sql) => /\bfrom "?room"? /.test(sql));
  expect(lookUps).toHaveLength(TIMES);
  expect(mostRuns(statements.filter((sql) => !lookUps.includes(sql)))).toBeLessThanOrEqual(READS_AT_MOST);
});

test("the page for unknown room links is compressed once for all of them", async () => {
  const { node } = await startTestServer();
  let compressions = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === "ZLIB") compressions++;
    },
  }).enable();

  await repeat((turn) => readCompressed(`${node.url}/s/unknown-${turn}`)).finally(() => hook.disable());

  expect(compressions).toBeGreaterThanOrEqual(1);
  expect(compressions).toBeLessThanOrEqual(READS_AT_MOST);
});

/** Not with fetch, which would decompress the body in this process. */
async function readCompressed(url: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  get(url, { headers: { "accept-encoding": "br" } }, (response) => {
    response.resume().once("end", () => resolve(response.headers["content-encoding"]));
  }).once("error", reject);
  expect(await promise).toBe("br");
}

test("made-up paths do not push out the albums that visitors look at", async () => {
  const { node, seed, deps } = await startTestServer();
  const album = await seed.album();
  const { id } = await seed.photo({ album });
  const photos: number[] = [id];
  for (let turn = 1; turn < TIMES; turn++) photos.push((await seed.photo({ album })).id);

  const statements = await recordStatements(deps, () =>
    repeat(async (turn) => {
      // Each photo has a page of its own, and all of them read the album.
      expect((await node.visitor.fetch(`${album.url}/photo/${photos[turn]}`)).status).toBe(200);
      await Promise.all(
        Array.from({ length: 25 }, (_, index) => node.visitor.fetch(`/urban/made-up-${turn}-${index}`)),
      );
    }),
  );

  const photosOfAlbum = statements.filter((sql) => /^select "photo"\..*order by "place"\."position"/s.test(sql));
  expect(photosOfAlbum.length).toBeGreaterThanOrEqual(1);
  expect(photosOfAlbum.length).toBeLessThanOrEqual(READS_AT_MOST);
});
