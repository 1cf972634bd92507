import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { makePicture } from "../../../rig/make-picture.ts";
import { spawnCommand } from "../../../rig/server/run-command.ts";

/** This test starts eight processes. */
vi.setConfig({ testTimeout: 240_000 });

/** What each command does is tested in process. Here each one is started once, as an operator would. */
test("every command runs as a program", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-commands-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  const library = (name: string) => ({ dataDir: at(name), databaseUrl: undefined });
  const site = library("site");
  await mkdir(at("photos"));
  await writeFile(at("photos/a.jpg"), await makePicture());
  const moveTo = ["--to-database=sqlite", "--to-storage=files", `--to-data=${at("moved")}`];

  const results = {
    import: await spawnCommand("import", site, [at("photos"), "--album", "One", "--create"]),
    export: await spawnCommand("export", site, [at("exported")]),
    backup: await spawnCommand("backup", site, [at("backup")]),
    restore: await spawnCommand("restore", library("restored"), [at("backup")]),
    migrate: await spawnCommand("migrate", library("restored"), moveTo),
    doctor: await spawnCommand("doctor", library("moved"), ["--verify"]),
  };

  for (const [name, result] of Object.entries(results)) {
    expect([name, result]).toEqual([name, { code: 0, out: expect.stringMatching(/\n$/), err: "" }]);
  }
  expect(results.doctor.out).toBe("1 photo and 5 files: all is well.\n");
  const help = await spawnCommand("backup", site, ["--help"], { env: { VITRINE_COMMAND: "vitrine" } });
  expect(help.out).toContain("  vitrine backup DIR --verify ");
  expect(help.out).not.toContain("npm run");
  // Only a server creates the admin's account, and none has run on this library.
  const password = await spawnCommand("set-password", site, [], { input: "correct horse battery\n" });
  expect(password).toEqual({ code: 2, out: "", err: expect.stringContaining("there is no admin yet") });
  // Filling the demo would take longest and write into this checkout.
  const demo = await spawnCommand("demo", site, [], { env: { PUBLIC_URL: "https://example.com" } });
  expect(demo).toEqual({ code: 2, out: "", err: expect.stringContaining("the demo is not meant to be published") });
});
