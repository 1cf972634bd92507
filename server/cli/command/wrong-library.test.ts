import { chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { asOtherUser, giveAway } from "../../../rig/server/as-other-user.ts";
import { libraryOfTwo } from "../../../rig/server/library-of-two.ts";
import { runCommand } from "../../../rig/server/run-command.ts";
import { startTestServer } from "../../../rig/server/start-test-server.ts";
import { connectDatabase } from "../../db/connect.ts";
import { appliedMigrations, migrate } from "../../db/migrate.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-wrong-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;
const at = (name: string) => join(folder, name);
const fresh = (name: string) => ({ dataDir: at(name), databaseUrl: undefined });

/** Every command that reads a library, with what it needs. */
const reading = () =>
  [
    ["backup", [at("backup")]],
    ["doctor", []],
    ["export", [at("export")]],
    ["migrate", ["--to-database=sqlite", "--to-storage=files", `--to-data=${at("copy")}`]],
  ] as const;

test("a command that finds no library says so, and creates none", async () => {
  for (const [name, args] of reading()) {
    const result = await runCommand(name, fresh("none"), args);
    expect([name, result]).toEqual([
      name,
      { code: 2, out: "", err: `there is no library in ${at("none")}. Check DATA_DIR\n` },
    ]);
  }
  await mkdir(at("photos"));
  const imported = await runCommand("import", fresh("none"), [join(import.meta.dirname, "../../../docs/pictures")]);
  expect(imported).toEqual({
    code: 2,
    out: "",
    err: `there is no library in ${at("none")}. Check DATA_DIR, or add --create\n`,
  });
  expect((await runCommand("doctor", fresh("none"))).err).toContain("there is no library");
});

test("a command that finds an empty library says so and fails, unless that is expected", async () => {
  const { deps } = await startTestServer();
  for (const [name, args] of reading().slice(0, 3)) {
    const refused = await runCommand(name, deps.config, args);
    const accepted = await runCommand(name, deps.config, [...args, "--allow-empty"]);
    expect([name, refused]).toEqual([
      name,
      { code: 2, out: "", err: expect.stringMatching(/^the library in .* has no photos and no albums\. Check .*\n$/) },
    ]);
    expect([name, accepted]).toEqual([name, { code: 0, out: expect.stringMatching(/\n$/), err: "" }]);
  }
});

test("a library with albums only is not taken for a wrong one", async () => {
  const { deps, seed } = await startTestServer();
  await seed.album();
  expect(await runCommand("backup", deps.config, [at("backup")])).toMatchObject({ code: 0 });
});

test("a command does not upgrade the database under the server of an older version", async () => {
  const location = fresh("older");
  const database = connectDatabase(location);
  await migrate(database, "003-defence");
  const before = await appliedMigrations(database);

  const results = [
    ...reading(),
    ["set-password", []] as const,
    ["import", [join(import.meta.dirname, "../../../docs/pictures")]] as const,
  ].map(
    ([name, args]) =>
      async () =>
        [name, await runCommand(name, location, args)] as const,
  );

  for (const run of results) {
    const [name, result] = await run();
    expect([name, result]).toEqual([
      name,
      { code: 2, out: "", err: expect.stringMatching(/^the database is from an older version \(it lacks '004-.*\n$/) },
    ]);
  }
  expect(await appliedMigrations(database)).toEqual(before);
  await database.close();
});

test.runIf(isRoot)("root may not work on the library of another user", async () => {
  const server = await libraryOfTwo();
  const { config } = server.deps;
  const photos = join(import.meta.dirname, "../../../docs/pictures");
  await runCommand("backup", config, [at("good")]);
  await server.stop();
  await giveAway(config.dataDir);
  await mkdir(at("theirs"));
  await chown(at("theirs"), 65_534, 65_534);

  const attempts = [
    ...reading().map(([name, args]) => runCommand(name, config, args)),
    runCommand("set-password", config, [], { input: "another horse battery\n" }),
    runCommand("import", config, [photos]),
    runCommand("restore", fresh("theirs"), [at("good")]),
  ];

  for (const attempt of attempts) {
    expect(await attempt).toEqual({
      code: 2,
      out: "",
      err: expect.stringMatching(/belongs to \w+, and this runs as root\. Run it as that user: runuser -u \w+ -- …\n$/),
    });
  }
  await expect(server.restart()).rejects.toThrow("and this runs as root");
  expect((await asOtherUser(() => runCommand("doctor", config))).code).toBe(0);
});

test.runIf(isRoot)("doctor reports files that the server cannot change", async () => {
  const server = await libraryOfTwo();
  const { config } = server.deps;
  const site = join(config.dataDir, "site.json");
  await chown(site, 65_534, 65_534);

  const { code, out } = await runCommand("doctor", config);

  expect(code).toBe(1);
  expect(out).toContain(`1 file in ${config.dataDir}, such as ${site}, do not belong to root`);
});
