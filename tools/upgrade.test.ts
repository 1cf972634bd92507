import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freePort } from "../rig/free-port.ts";
import { makePicture } from "../rig/make-picture.ts";

/** Starts the server three times and runs four commands. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const ROOT = join(import.meta.dirname, "..");
const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

let folder: string;
const at = (...names: string[]) => join(folder, ...names);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-upgrade-"));
});

afterEach(async () => {
  if (existsSync(at("pid"))) await systemctl("stop");
  await rm(folder, { recursive: true, force: true });
});

/** Runs a script of `deploy` as an operator would, but for the folders. */
const script = (name: string, ...args: string[]) =>
  run(at("opt/current/deploy", name), args, {
    env: {
      ...process.env,
      PATH: `${at("bin")}:${process.env.PATH}`,
      VITRINE_HOME: at("opt"),
      VITRINE_ENV: at("vitrine.env"),
      VITRINE_USER: "root",
      VITRINE_BACKUPS: at("backups"),
    },
  });

const current = async () => basename(await readlink(at("opt/current")));
const version = async () => (await readFile(at("opt/current/version.txt"), "utf8")).trim();

test.runIf(isRoot)("an upgrade serves until the switch, and a rollback brings version and library back", async () => {
  await prepare();
  await mkdir(at("photos"));
  await writeFile(at("photos/a.jpg"), await makePicture());
  await script("vitrine.sh", "import", at("photos"), "--album", "One", "--create");
  await systemctl("start");
  await run(process.execPath, [`--env-file=${at("vitrine.env")}`, join(ROOT, "deploy/wait-until-ready.mjs")]);

  await commitVersion("2");
  const upgraded = await script("upgrade.sh");
  expect(await version()).toBe("2");
  // The packages were installed while the service was running.
  expect((await readFile(at("calls"), "utf8")).trim().split("\n")).toEqual([
    "start",
    "npm ci: running",
    "npm run: running",
    "stop",
    "start",
  ]);
  const backup = /rollback\.sh (\S+)/.exec(upgraded.stdout)?.[1] ?? "";
  await expect(script("rollback.sh", at("no-backup"))).rejects.toThrow("the newer version runs again");
  expect(await version()).toBe("2");
  expect(existsSync(at("data/vitrine.sqlite"))).toBe(true);
  await rm(at("data/site.json"));

  const back = await script("rollback.sh", backup);
  expect(await version()).toBe("1");
  expect(back.stdout).toContain("Vitrine runs from");
  expect((await script("vitrine.sh", "doctor")).stdout).toMatch(/^1 photo and \d+ files: all is well/);
  expect(existsSync(at("data/site.json"))).toBe(true);
  expect((await readdir(folder)).filter((name) => name.startsWith("data.replaced-"))).toHaveLength(1);
});

test.runIf(isRoot)("an upgrade that cannot be installed changes nothing", async () => {
  await prepare();
  const before = await current();
  await writeFile(at("bin/npm"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });

  await expect(script("upgrade.sh")).rejects.toThrow();

  expect(await current()).toBe(before);
  expect(existsSync(at("calls"))).toBe(false);
});

test.runIf(isRoot)("without an earlier version, a rollback changes nothing", async () => {
  await prepare();

  await expect(script("rollback.sh")).rejects.toThrow("There is no earlier version");

  expect(existsSync(at("calls"))).toBe(false);
});

/** A repository with this checkout as version 1, installed as the first release, and stand-ins for npm and systemd. */
async function prepare(): Promise<void> {
  await mkdir(at("repository"));
  for (const name of [
    "bin",
    "contract",
    "server",
    "deploy",
    "web",
    "package.json",
    "package-lock.json",
    "tsconfig.base.json",
  ]) {
    await cp(join(ROOT, name), at("repository", name), { recursive: true });
  }
  git("init", "--quiet", "--initial-branch=main");
  await commitVersion("1");
  const first = at("opt/releases/first");
  execFileSync("git", ["clone", "--quiet", at("repository"), first]);
  await symlink(join(ROOT, "node_modules"), join(first, "node_modules"));
  await symlink(first, at("opt/current"));
  await mkdir(at("bin"));
  // Records whether the service was still running at each call.
  const npm = `#!/bin/sh
echo "npm $1: $([ -f ${at("pid")} ] && echo running || echo stopped)" >> ${at("calls")}
[ "$1" = run ] || ln -s ${join(ROOT, "node_modules")} node_modules
`;
  await writeFile(at("bin/npm"), npm, { mode: 0o755 });
  const systemctl = `#!/bin/sh
echo "$1" >> ${at("calls")}
if [ "$1" = stop ]; then
  pid=$(cat ${at("pid")}); kill "$pid" || true; while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done; rm ${at("pid")}
else
  cd ${at("opt/current")}
  bin/node.sh --env-file=${at("vitrine.env")} server/main.ts > ${at("log")} 2>&1 & echo $! > ${at("pid")}
fi
`;
  await writeFile(at("bin/systemctl"), systemctl, { mode: 0o755 });
  await mkdir(at("data"));
  await writeFile(at("vitrine.env"), `DATA_DIR=${at("data")}\nPORT=${await freePort()}\n`);
}

async function systemctl(action: string): Promise<void> {
  await run(at("bin/systemctl"), [action, "vitrine"]);
}

async function commitVersion(number: string): Promise<void> {
  await writeFile(at("repository/version.txt"), `${number}\n`);
  git("add", "--all", "--force", ".");
  git(
    "-c",
    "user.name=test",
    "-c",
    "user.email=test@example.com",
    "commit",
    "--quiet",
    "--message",
    `version ${number}`,
  );
}

function git(...args: string[]): void {
  execFileSync("git", args, { cwd: at("repository"), stdio: "ignore" });
}
