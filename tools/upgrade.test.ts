import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freePort } from "../rig/free-port.ts";
import { makePicture } from "../rig/make-picture.ts";

/** Starts the server several times, and runs commands. */
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

/** As an operator would, but for the folders. */
const runThere = (program: string, args: string[]) =>
  run(at("opt/current", program), args, {
    env: {
      ...process.env,
      npm_execpath: "",
      PATH: `${at("bin")}:${process.env.PATH}`,
      VITRINE_HOME: at("opt"),
      VITRINE_ENV: at("vitrine.env"),
      VITRINE_USER: "root",
      VITRINE_BACKUPS: at("backups"),
      VITRINE_UNITS: at("units"),
    },
  });
const script = (name: string, ...args: string[]) => runThere(`deploy/${name}`, args);
const rollback = (...args: string[]) => runThere("bin/vitrine.cjs", ["rollback", ...args]);

const current = async () => basename(await readlink(at("opt/current")));
const version = async () => (await readFile(at("opt/current/version.txt"), "utf8")).trim();

const calls = async () => (await readFile(at("calls"), "utf8")).trim().split("\n");
const startSite = async () => {
  await systemctl("start");
  await run(process.execPath, [`--env-file=${at("vitrine.env")}`, join(ROOT, "deploy/wait-until-ready.mjs")]);
};

test.runIf(isRoot)("an upgrade serves until the switch, and a rollback brings version and library back", async () => {
  await prepare();
  await importOne();
  await startSite();

  await addMigration();
  await writeFile(at("repository/deploy/vitrine.service"), "# version 2\n");
  await commitVersion("2");
  const upgraded = await script("upgrade.sh");
  expect(await version()).toBe("2");
  // The packages were installed while the service was running.
  expect(await calls()).toEqual(["start", "npm ci: running", "npm run: running", "stop", "daemon-reload", "start"]);
  expect(await readFile(at("units/vitrine.service"), "utf8")).toBe("# version 2\n");
  const backup = /vitrine rollback (\S+)/.exec(upgraded.stdout)?.[1] ?? "";

  await expect(rollback(at("no-backup"))).rejects.toThrow(/Nothing has changed: Vitrine runs from .*\n$/);
  await expect(rollback()).rejects.toThrow(
    `A newer version has changed the database (999-tomorrow), so ${at("opt/releases/first")} cannot open it
The library has to go back as well: vitrine rollback ${backup}
Nothing has changed: Vitrine runs from`,
  );
  expect(await version()).toBe("2");
  expect(await calls()).toHaveLength(6);
  await rm(at("data/site.json"));

  const back = await rollback(backup);
  expect(await version()).toBe("1");
  expect(back.stdout).toContain(`Vitrine runs from ${at("opt/releases/first")}`);
  expect(await readFile(at("units/vitrine.service"), "utf8")).toContain("Description=Vitrine");
  expect((await script("vitrine.sh", "doctor")).stdout).toMatch(/^1 photo and \d+ files: all is well/);
  expect(existsSync(at("data/site.json"))).toBe(true);
  expect(await keptIn("data")).toEqual([expect.stringMatching(/^replaced-/)]);
  await expect(rollback()).rejects.toThrow(`Vitrine already runs from ${at("opt/releases/first")}`);
});

test.runIf(isRoot)(
  "a version that does not start gives way to the one before, with the database as it was",
  async () => {
    await prepare();
    await importOne();
    await startSite();

    await addMigration();
    await breakStart(at("repository"));
    await commitVersion("2");
    await expect(script("upgrade.sh")).rejects.toThrow(
      new RegExp(
        `The database is as it was before the upgrade.*Vitrine runs from ${at("opt/releases/first")}\\.\n$`,
        "s",
      ),
    );
    expect(await version()).toBe("1");
    expect(existsSync(at("opt/previous"))).toBe(false);
    expect(await keptIn("data")).toEqual([expect.stringMatching(/^replaced-/)]);
    expect((await script("vitrine.sh", "doctor")).stdout).toMatch(/^1 photo and \d+ files: all is well/);

    git("revert", "--no-edit", "HEAD");
    await commitVersion("3");
    await script("upgrade.sh");
    await breakStart(at("opt/releases/first"));
    await expect(rollback()).rejects.toThrow(/It does not become ready.*Returning to .*Vitrine runs from .*\n$/s);
    expect(await version()).toBe("3");
  },
);

test.runIf(isRoot)("an upgrade that cannot be installed changes nothing", async () => {
  await prepare();
  const before = await current();
  await writeFile(at("bin/npm"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });

  await expect(script("upgrade.sh")).rejects.toThrow("Nothing has changed: Vitrine runs from");

  expect(await current()).toBe(before);
  expect(existsSync(at("calls"))).toBe(false);
});

test.runIf(isRoot)("without an earlier version, a rollback changes nothing", async () => {
  await prepare();

  await expect(rollback()).rejects.toThrow("There is no earlier version");

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
  // One that has ended counts as started again and again.
  const systemctl = `#!/bin/sh
case $1 in show | is-active) ;; *) echo "$1" >> ${at("calls")} ;; esac
pid=$(cat ${at("pid")} || true)
case $1 in
stop) kill "$pid" || true; while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done; rm ${at("pid")} ;;
start)
  cd ${at("opt/current")}
  bin/node.sh --env-file=${at("vitrine.env")} server/main.ts > ${at("log")} 2>&1 & echo $! > ${at("pid")}
  ;;
is-active) kill -0 "$pid" ;;
show) if kill -0 "$pid"; then echo 0; else echo 3; fi ;;
esac 2> /dev/null
`;
  await writeFile(at("bin/systemctl"), systemctl, { mode: 0o755 });
  await mkdir(at("units"));
  await cp(join(ROOT, "deploy/vitrine.service"), at("units/vitrine.service"));
  await mkdir(at("data"));
  await writeFile(at("vitrine.env"), `DATA_DIR=${at("data")}\nPORT=${await freePort()}\n`);
}

async function importOne(): Promise<void> {
  await mkdir(at("photos"));
  await writeFile(at("photos/a.jpg"), await makePicture());
  await script("vitrine.sh", "import", at("photos"), "--album", "One", "--create");
}

const keptIn = async (name: string) =>
  (await readdir(at(name))).filter((name) => /^(replaced|restored|before)-/.test(name));

async function addMigration(): Promise<void> {
  const text = "export const up = async () => {};\n";
  await writeFile(at("repository/server/db/migrations/999-tomorrow.ts"), text);
}

/** After the database was upgraded. */
async function breakStart(release: string): Promise<void> {
  const file = join(release, "server/start.ts");
  const text = await readFile(file, "utf8");
  await writeFile(
    file,
    text.replace("await requireSameKey(", 'throw new Error("planted");\n    await requireSameKey('),
  );
}

async function systemctl(action: string): Promise<void> {
  await run(at("bin/systemctl"), [action, "vitrine"]);
}

async function commitVersion(number: string): Promise<void> {
  await writeFile(at("repository/version.txt"), `${number}\n`);
  git("add", "--all", "--force", ".");
  git("commit", "--quiet", "--message", `version ${number}`);
}

function git(...args: string[]): void {
  execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...args], {
    cwd: at("repository"),
    stdio: "ignore",
  });
}
