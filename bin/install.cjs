// Installs the packages of the lock file and nothing newer, and runs no script of any of them: `node bin/install.cjs`, in a package
// that was unpacked and in a clone. Plain CommonJS, which any Node can run.
const { spawnSync } = require("node:child_process");
const { copyFileSync, existsSync } = require("node:fs");
const { join } = require("node:path");

const ROOT = join(__dirname, "..");
const LOCK = join(ROOT, "package-lock.json");

function installPackages() {
  // `npm pack` leaves the one out, and npm 12 does not read the other.
  if (!existsSync(LOCK)) copyFileSync(join(ROOT, "npm-shrinkwrap.json"), LOCK);
  const env = { ...process.env };
  // Of an `npm install --global` that runs this.
  for (const name of ["global", "prefix", "local_prefix"]) delete env[`npm_config_${name}`];
  const [npm, ...first] = env.npm_execpath ? [process.execPath, env.npm_execpath] : ["npm"];
  const parameters = [...first, "ci", "--omit=dev", "--ignore-scripts"];
  const { status, error } = spawnSync(npm, parameters, { cwd: ROOT, env, stdio: "inherit" });
  if (error) process.stderr.write(`npm could not be started: ${error.message}\n`);
  if (status !== 0) process.exit(1);
}

module.exports = { installPackages };

if (require.main === module) {
  installPackages();
  require("./provide-node.cjs");
}
