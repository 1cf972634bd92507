import { execFile, execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const run = promisify(execFile);
/** Without the settings of the npm that has started the tests. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")));
const ROOT = join(import.meta.dirname, "..");
const readJson = (name: string) => JSON.parse(readFileSync(join(ROOT, name), "utf8"));
const npmVersion = execFileSync("npm", ["--version"], { encoding: "utf8" }).trim();

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-install-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("every package that has an install script is listed, with whether it may run", () => {
  const packages: Record<string, { hasInstallScript?: boolean }> = readJson("package-lock.json").packages;
  const withScript = Object.keys(packages).filter((path) => path !== "" && packages[path]?.hasInstallScript);
  const names = withScript.map((path) => path.replace(/.*node_modules\//, ""));

  expect(Object.keys(readJson("package.json").allowScripts).sort()).toEqual(names.sort());
});

test.runIf(knowsStrictScripts(npmVersion))("npm refuses to install a package whose script is not listed", async () => {
  await makeProject();
  await cp(join(ROOT, ".npmrc"), join(folder, ".npmrc"));

  const installed = run("npm", ["ci", "--offline"], { cwd: folder, env });

  await expect(installed).rejects.toThrow("install scripts not covered by allowScripts");
  expect(existsSync(join(folder, "node_modules/hello"))).toBe(false);
  expect(existsSync(join(folder, "script-ran"))).toBe(false);
});

test("a package that was unpacked gets the packages of its lock file, and none of their scripts runs", async () => {
  await makeProject();
  await cp(join(folder, "package-lock.json"), join(folder, "npm-shrinkwrap.json"));
  await rm(join(folder, "package-lock.json"));
  await cp(join(ROOT, "bin"), join(folder, "bin"), { recursive: true });

  await run(process.execPath, ["bin/install.cjs"], { cwd: folder, env });

  expect(existsSync(join(folder, "node_modules/hello/package.json"))).toBe(true);
  expect(existsSync(join(folder, "script-ran"))).toBe(false);
});

/** With one dependency, whose install script leaves a file. */
async function makeProject(): Promise<void> {
  await mkdir(join(folder, "hello"));
  const postinstall = `touch ${join(folder, "script-ran")}`;
  await writeJson("hello/package.json", { name: "hello", version: "1.0.0", scripts: { postinstall } });
  execFileSync("npm", ["pack", "--silent", "./hello"], { cwd: folder, env });
  await rm(join(folder, "hello"), { recursive: true });
  const dependencies = { hello: "file:hello-1.0.0.tgz" };
  await writeJson("package.json", { name: "project", version: "1.0.0", dependencies });
  execFileSync("npm", ["install", "--package-lock-only", "--offline", "--silent"], { cwd: folder, env });
}

const writeJson = (name: string, content: object) => writeFile(join(folder, name), JSON.stringify(content));

function knowsStrictScripts(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 11 || (major === 11 && minor >= 16);
}
