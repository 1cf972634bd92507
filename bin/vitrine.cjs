#!/usr/bin/env node
// Plain CommonJS, which any Node can run: it starts the Node that comes with the package.
const { spawn, spawnSync } = require("node:child_process");
const { existsSync, readFileSync, statSync } = require("node:fs");
const { join, resolve } = require("node:path");
const { pathToFileURL } = require("node:url");
const { findNode } = require("./find-node.cjs");

const ROOT = join(__dirname, "..");
/** As in node.sh. */
const CODE_CACHE = { NODE_COMPILE_CACHE: join(ROOT, "node_modules", ".cache", "node") };
const HOOK = pathToFileURL(join(__dirname, "strip-types.mjs")).href;
const TYPE_STRIPPING = ["--disable-warning=ExperimentalWarning", `--import=${HOOK}`];
const COMMANDS = [
  "backup",
  "check-release",
  "doctor",
  "export",
  "import",
  "migrate",
  "report-failure",
  "restore",
  "set-password",
];
const HELP = `Vitrine, a photographer's portfolio site.

  vitrine                      starts the site
  vitrine COMMAND [--help]     ${COMMANDS.join(", ")}
  vitrine upgrade FILE.tgz     installs another version beside the running one and switches to it (as root, with systemd)
  vitrine rollback [BACKUP]    goes back to the version before, and to the library in a backup
  vitrine --version

  --env FILE                   the settings, one NAME=value per line; by default /etc/vitrine.env, if there is one

Settings of the shell come before those of the file. Root runs everything as the owner of DATA_DIR.
`;

function main() {
  const { envFile, words } = readArguments(process.argv.slice(2));
  const [first = "start", ...rest] = words;
  if (first === "--help" || first === "-h" || first === "help") return process.stdout.write(HELP);
  if (first === "upgrade" || first === "rollback") return change(first, rest, envFile);
  // Options without a command are those of the server.
  const isStart = first === "start" || first.startsWith("-");
  if (!isStart && !COMMANDS.includes(first)) fail(`There is no command ${first}. Run vitrine --help`);
  const program = isStart ? join(ROOT, "server", "main.ts") : join(ROOT, "server", "cli", `${first}.ts`);
  const given = first.startsWith("-") ? words : rest;
  const environment = envFile ? [`--env-file=${envFile}`] : [];
  const command = [nodeOrFail(), ...environment, ...TYPE_STRIPPING, program, ...given];
  const user = ownerToBecome(envFile);
  if (user) run("runuser", ["-u", user, "--", ...command], { VITRINE_COMMAND: "vitrine" });
  else run(command[0], command.slice(1), { VITRINE_COMMAND: "vitrine" });
}

/** To another version, and back. */
function change(name, given, envFile) {
  const script = join(ROOT, "deploy", `${name}.sh`);
  if (!existsSync(script))
    fail(`To ${name}, install another version as this one was: a container image or a Debian package`);
  run("sh", [script, ...given], { VITRINE_ENV: envFile });
}

/** Our own option may be anywhere, and is not passed on. */
function readArguments(given) {
  const at = given.findIndex((word) => word === "--env" || word.startsWith("--env="));
  const words = [...given];
  let named = process.env.VITRINE_ENV;
  if (at >= 0) {
    const isJoined = given[at].startsWith("--env=");
    named = isJoined ? given[at].slice("--env=".length) : given[at + 1];
    words.splice(at, isJoined ? 1 : 2);
    if (!named) fail("--env needs a file");
  }
  if (named && !existsSync(named)) fail(`There is no file ${named}`);
  const standard = "/etc/vitrine.env";
  return { envFile: named ? resolve(named) : existsSync(standard) ? standard : "", words };
}

function nodeOrFail() {
  const { path, refusal } = findNode();
  return path ?? fail(refusal);
}

/** What root writes into the library of another user, the server could not change. */
function ownerToBecome(envFile) {
  if (process.getuid?.() !== 0) return undefined;
  const inFile = envFile ? /^DATA_DIR=(.*)$/m.exec(readFileSync(envFile, "utf8")) : undefined;
  const folder = process.env.DATA_DIR ?? inFile?.[1]?.trim().replace(/^["']|["']$/g, "");
  if (!folder) return undefined;
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  if (owner === 0) return undefined;
  // The folder is made by the first start, or was moved aside.
  const asked = owner === undefined ? (process.env.VITRINE_USER ?? "vitrine") : String(owner);
  const [name] = spawnSync("getent", ["passwd", asked], { encoding: "utf8" }).stdout?.split(":") ?? [];
  return name && name !== "root" ? name : undefined;
}

/** Passes SIGTERM on: a service manager knows only this process. A terminal sends Ctrl-C to both. */
function run(program, args, env) {
  const child = spawn(program, args, { stdio: "inherit", env: { ...CODE_CACHE, ...process.env, ...env } });
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.on("SIGINT", () => {});
  child.on("error", (error) => fail(`${program} could not be started: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : code));
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

main();
