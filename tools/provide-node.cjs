// Run after npm install, by the machine's own Node, where the Node 26 that came with the packages does not start.
const { spawnSync } = require("node:child_process");
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const packaged = join(__dirname, "..", "node_modules", ".bin", "node");
const startsNow = () => spawnSync(packaged, ["--version"]).status === 0;
const complaint = () => String(spawnSync(packaged, ["--version"]).stderr).trim() || "it did not come with the packages";

// Node 26 needs the one library that a bare Debian does not have.
if (
  existsSync(packaged) &&
  complaint().includes("libatomic") &&
  existsSync("/usr/bin/apt-get") &&
  process.getuid() === 0
) {
  process.stderr.write("Node 26 needs libatomic1: apt-get install libatomic1\n");
  spawnSync("apt-get", ["update"], { stdio: "ignore" });
  spawnSync("apt-get", ["install", "--yes", "--no-install-recommends", "libatomic1"], { stdio: "ignore" });
  // Optional packages whose own install script could not run have been left out: this time they can.
  if (startsNow())
    process.exit(spawnSync(process.execPath, [process.env.npm_execpath, "ci"], { stdio: "inherit" }).status);
}

if (!startsNow()) {
  process.stderr.write(
    `Vitrine needs Node 26, and the one that comes with the packages does not start: ${complaint()}\n` +
      "On Debian and Ubuntu run 'apt-get install libatomic1' as root, then 'npm ci' again. Elsewhere install Node 26.\n",
  );
  process.exit(1);
}
