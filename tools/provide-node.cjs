// Run by the machine's own Node after npm install, if the Node 26 from the packages does not start.
const { spawnSync } = require("node:child_process");
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const packaged = join(__dirname, "..", "node_modules", ".bin", "node");
const startsNow = () => spawnSync(packaged, ["--version"]).status === 0;
const complaint = () => String(spawnSync(packaged, ["--version"]).stderr).trim() || "it was not installed";

// Node 26 needs a library that a minimal Debian does not have.
if (
  existsSync(packaged) &&
  complaint().includes("libatomic") &&
  existsSync("/usr/bin/apt-get") &&
  process.getuid() === 0
) {
  process.stderr.write("Node 26 needs libatomic1: apt-get install libatomic1\n");
  spawnSync("apt-get", ["update"], { stdio: "ignore" });
  spawnSync("apt-get", ["install", "--yes", "--no-install-recommends", "libatomic1"], { stdio: "ignore" });
  if (startsNow() && process.env.npm_config_global === "true") {
    process.stderr.write("libatomic1 is installed now. Run the same npm install again\n");
    process.exit(1);
  }
  // npm skipped optional packages whose install scripts could not run: this time they can.
  if (startsNow())
    process.exit(spawnSync(process.execPath, [process.env.npm_execpath, "ci"], { stdio: "inherit" }).status);
}

if (!startsNow()) {
  process.stderr.write(
    `Vitrine needs Node 26, and the one from the packages does not start: ${complaint()}\n` +
      "On Debian and Ubuntu run 'apt-get install libatomic1' as root, then 'npm ci' again. Elsewhere install Node 26.\n",
  );
  process.exit(1);
}
