import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listPhotos } from "../../../contract/photos.ts";
import { startFaultyProxy } from "../../../rig/faulty-proxy.ts";
import { startS3 } from "../../../rig/s3.ts";
import { contentOf, libraryOfTwo } from "../../../rig/server/library-of-two.ts";
import { type LibraryLocation, runCommand } from "../../../rig/server/run-command.ts";
import { freshDatabase, startTestServer } from "../../../rig/server/start-test-server.ts";
import { readConfig } from "../../config.ts";

let folder: string;
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-migrate-"));
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await rm(folder, { recursive: true, force: true });
});

test("a site moved to PostgreSQL and S3 and back is unchanged", async () => {
  const site = await stoppedSite();
  await writeFile(join(site.dataDir, "site.json"), '{"name":"Mine"}');
  const before = await contentOf(site);
  const scaled = await emptyTarget("scaled");
  const home = { dataDir: join(folder, "home"), databaseUrl: undefined };

  const there = await migrate(site, scaled, data(scaled));
  const back = await runCommand("migrate", scaled, ["--to-database=sqlite", "--to-storage=files", data(home)]);

  expect(there).toMatchObject({ code: 0, err: "" });
  expect(there.out).toMatch(
    /^2 photos in 10 files and \d+ bytes are at the new location; 0 of the files were already there/,
  );
  expect(back).toMatchObject({ code: 0, err: "" });
  expect(await contentOf(scaled)).toEqual(before);
  expect(await contentOf(home)).toEqual(before);
  expect(await contentOf(site)).toEqual(before);
  expect(await readFile(join(home.dataDir, "site.json"), "utf8")).toBe('{"name":"Mine"}');
  const { admin, visitor } = await startTestServer(envOf(scaled));
  const { photos, total } = await admin.call(listPhotos, { query: {} });
  expect(total).toBe(2);
  const shown = await Promise.all(photos.map((photo) => visitor.fetch(photo.image_urls.large)));
  expect(shown.map(({ status }) => status)).toEqual([200, 200]);
});

test("an interrupted move resumes, and no server starts on half of it", async () => {
  const site = await stoppedSite();
  const scaled = await emptyTarget("scaled");
  let puts = 0;
  const flaky = await startFaultyProxy(new URL(scaled.s3.endpoint), ({ method }) =>
    method === "PUT" && ++puts > 4 ? "error" : "none",
  );
  stops.push(flaky.stop);

  const broken = await migrate(site, { ...scaled, s3: { ...scaled.s3, endpoint: flaky.url } });
  await expect(startTestServer(envOf(scaled))).rejects.toThrow(/belong to different libraries/);
  const whole = await migrate(site, scaled);
  const again = await migrate(site, scaled);

  expect(broken.code).toBe(2);
  expect(whole).toMatchObject({ code: 0, err: "" });
  // The first of the four is the marker.
  expect(whole.out).toContain("3 of the files were already there");
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining("10 of the files were already there") });
  expect(await contentOf(scaled)).toEqual(await contentOf(site));
});

test("a move overwrites neither another site nor the site itself", async () => {
  const site = await stoppedSite();
  const [scaled, other] = [await emptyTarget("scaled"), await emptyTarget("other")];
  await (await libraryOfTwo(envOf(other))).stop();
  const others = await contentOf(other);

  const intoDatabase = await migrate(site, { ...scaled, databaseUrl: other.databaseUrl });
  const intoStorage = await migrate(site, { ...other, databaseUrl: (await emptyTarget("new")).databaseUrl });
  const ontoItself = await runCommand("migrate", site, [
    "--to-database=sqlite",
    "--to-storage=files",
    `--to-data=${site.dataDir}`,
  ]);

  expect(intoDatabase).toMatchObject({
    code: 2,
    err: expect.stringContaining("the new database already holds another site"),
  });
  expect(intoStorage).toMatchObject({
    code: 2,
    err: expect.stringContaining("the new storage already holds something else"),
  });
  expect(ontoItself).toMatchObject({ code: 2, err: expect.stringContaining("is already in that database") });
  expect(await contentOf(other)).toEqual(others);
});

test("moving again does not undo changes to the new site", async () => {
  const site = await stoppedSite();
  const scaled = await emptyTarget("scaled");
  await migrate(site, scaled);
  const { seed, stop } = await startTestServer(envOf(scaled));
  await seed.album({ title: "New" });

  const whileRunning = await migrate(site, scaled);
  await stop();
  const again = await migrate(site, scaled);

  expect(whileRunning).toMatchObject({ code: 2, err: expect.stringContaining("a server is running") });
  expect(again).toMatchObject({ code: 2, err: expect.stringContaining("differs from the site's") });
  expect((await contentOf(scaled)).tables.album).toHaveLength(3);
});

test("a password is not taken from the options, which everyone on the machine can see", async () => {
  const site = { dataDir: join(folder, "site"), databaseUrl: undefined };

  const refused = await runCommand("migrate", site, [
    "--to-database=postgres://vitrine:open-sesame@127.0.0.1/vitrine",
    "--to-storage=files",
    data(site),
  ]);

  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("Set TO_DATABASE_URL instead") });
  expect(refused.err).not.toContain("open-sesame");
});

test("a site with a missing file is moved with a warning", async () => {
  const { deps, stop } = await libraryOfTwo(ON_THIS_MACHINE);
  const photo = await deps.db.selectFrom("photo").selectAll().orderBy("id").executeTakeFirstOrThrow();
  await deps.storage.delete([photo.original_key]);
  await stop();
  const place = { dataDir: join(folder, "copy"), databaseUrl: undefined };

  const result = await runCommand("migrate", deps.config, ["--to-database=sqlite", "--to-storage=files", data(place)]);

  expect(result).toMatchObject({ code: 1, err: `Photo ${photo.id}: ${photo.original_key} is missing\n` });
  expect(await contentOf(place)).toEqual(await contentOf(deps.config));
  expect((await readdir(place.dataDir)).sort()).toContain("vitrine.sqlite");
});

/** SQLite and files, regardless of what the other tests run on. */
const ON_THIS_MACHINE = { DATABASE_URL: "", STORAGE_URL: "" };

async function stoppedSite(): Promise<LibraryLocation> {
  const { deps, stop } = await libraryOfTwo(ON_THIS_MACHINE);
  await stop();
  return deps.config;
}

type Scaled = LibraryLocation & { databaseUrl: string; s3: NonNullable<LibraryLocation["s3"]> };

/** An empty PostgreSQL and an empty bucket. */
async function emptyTarget(name: string): Promise<Scaled> {
  const s3 = await startS3();
  stops.push(s3.stop);
  const config = readConfig({ DATA_DIR: join(folder, name), ...s3.env, ...(await freshDatabase()) });
  if (!config.databaseUrl || !config.s3) throw new Error("these tests need PostgreSQL");
  return { dataDir: config.dataDir, databaseUrl: config.databaseUrl, s3: config.s3 };
}

const data = ({ dataDir }: LibraryLocation) => `--to-data=${dataDir}`;

function migrate(site: LibraryLocation, place: Scaled, ...more: string[]) {
  const { DATA_DIR: _, DATABASE_URL, STORAGE_URL, ...keys } = envOf(place);
  const env = { ...keys, TO_DATABASE_URL: DATABASE_URL };
  return runCommand("migrate", site, [`--to-storage=${STORAGE_URL}`, ...more], { env });
}

const envOf = (place: Scaled) => ({
  DATA_DIR: place.dataDir,
  DATABASE_URL: place.databaseUrl,
  STORAGE_URL: `s3://${place.s3.bucket}?endpoint=${place.s3.endpoint}&region=${place.s3.region}`,
  AWS_ACCESS_KEY_ID: place.s3.accessKeyId,
  AWS_SECRET_ACCESS_KEY: place.s3.secretAccessKey,
});
