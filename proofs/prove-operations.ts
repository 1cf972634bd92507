import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../rig/free-port.ts";
import { failUpgrade, goBackAlone, goBackByHand, goThereAndBack, upgrade } from "./operations/change-version.ts";
import { makeDebian } from "./operations/debian.ts";
import { fillDisk } from "./operations/fill-disk.ts";
import {
  backUp,
  changeDomain,
  checkUnits,
  encryptBackup,
  importPhotos,
  recoverPhoto,
  repairFiles,
  setPassword,
  tryBackup,
} from "./operations/keep-running.ts";
import { bootMachine, type Machine } from "./operations/machine.ts";
import { readManual } from "./operations/manual.ts";
import {
  addSite,
  backUpSeveral,
  moveBack,
  moveToMachine,
  moveToServices,
  takeServicesAway,
} from "./operations/move-site.ts";
import { makePackages } from "./operations/packages.ts";
import { damageBackup, interruptRestore, reportFailure } from "./operations/recover.ts";
import { startServices } from "./operations/services.ts";
import { installSite, makePhotos, type Site } from "./operations/site.ts";

/**
 * Walks docs/operations.md in clean Debian 12 machines, which debootstrap makes and which run their own systemd. The commands
 * are those of the document. Needs root, a Node with npm, and the history of this repository:
 * `npm run prove:operations`. VITRINE_DEBIAN names a folder that debootstrap made before.
 */
const started = performance.now();
await using temporary = await mkdtempDisposable(join(tmpdir(), "vitrine-operations-"));
const home = temporary.path;
const manual = readManual("docs/operations.md");
await using machines = new AsyncDisposableStack();
const table: [string, string][] = [
  ["step", "s"],
  ["---", "---"],
];

/** Commands that a machine without a container engine, a domain, or a clone cannot run, and what runs them instead. */
const ELSEWHERE = {
  docker: "proofs/prove-container.ts",
  "deploy/.env": "proofs/prove-container.ts",
  nginx: "proofs/prove-nginx.ts",
  caddy: "proofs/prove-caddy.ts",
  "Unraid, Coolify": "nothing: there is no cluster",
  "vitrine-https": "proofs/prove-caddy.ts",
  "vitrine upgrade    ": "tools/upgrade.test.ts",
  "select at": "sqlite3 and psql, which the site does not need",
};

await walk();
const left = manual.left().filter((command) => !Object.keys(ELSEWHERE).some((part) => command.includes(part)));
if (left.length > 0) throw new Error(`No step has run these commands of the document:\n${left.join("\n")}`);
console.log(table.map((row) => `| ${row.join(" | ")} |`).join("\n"));
console.log(`${table.length - 2} steps of docs/operations.md work, in ${seconds(started)} s.`);

async function walk(): Promise<void> {
  const base = join(home, "base");
  await step("make a clean Debian", () => makeDebian(base));
  const packages = await step("pack this version, the one before and the next", () => makePackages(home));
  const port = await freePort();
  const on = (machine: Machine): Site => ({ machine, manual, port, url: `http://127.0.0.1:${port}` });

  const upgraded = on(await boot(base, "upgraded"));
  await makePhotos(upgraded.machine);
  await step("install the version before", () => installSite(upgraded, packages.before, true));
  await step("import", () => importPhotos(upgraded));
  await step("upgrade, and back with the library", () => goThereAndBack(upgraded, packages.current));
  await step("upgrade, and back by hand", () => goBackByHand(upgraded, packages.current));
  await step("upgrade for good", async () => (await upgrade(upgraded, packages.current)).printed);
  await step("an upgrade that fails", () => failUpgrade(upgraded, packages.broken));
  await step("a full disk", () => fillDisk(upgraded));
  await upgraded.machine.run("systemctl stop vitrine");

  const first = on(await boot(base, "first"));
  await makePhotos(first.machine);
  await step("install, and set the first password", () => installSite(first, packages.current));
  await step("import while the server runs", () => importPhotos(first));
  await step("back up twice, by the timers' services and by hand", () => backUp(first));
  await step("a backup that fails", () => reportFailure(first));
  await step("try a backup", () => tryBackup(first));
  await step("an encrypted backup", () => encryptBackup(first));
  await step("an interrupted restore", () => interruptRestore(first));
  await step("a partly damaged backup", () => damageBackup(first));
  await step("a lost and a broken file", () => repairFiles(first));
  await step("one photo from a backup", () => recoverPhoto(first));
  await step("a lost password", () => setPassword(first));
  await step("a new domain", () => changeDomain(first));
  await step("several sites on one machine", async () => addSite(first, await freePort()));
  await step("unit files", () => checkUnits(first));

  const second = on(await boot(base, "second"));
  await step("a new machine", () => moveToMachine(first, second.machine, packages.current));
  const services = await startServices();
  try {
    await step("to PostgreSQL and S3", () => moveToServices(second, services));
    await step("PostgreSQL and S3 are down in turn", () => takeServicesAway(second, services));
    await step("back up several servers", async () => backUpSeveral(second, services, await freePort()));
    await step("back to files", () => moveBack(second));
  } finally {
    await services.stop();
  }
  await step("upgrade, and only the version back", () => goBackAlone(second, packages.next));
}

async function boot(base: string, name: string): Promise<Machine> {
  const root = join(home, name);
  execFileSync("cp", ["--archive", base, root]);
  const npmCache = join(home, "npm-cache");
  mkdirSync(npmCache, { recursive: true });
  const machine = await bootMachine(root, npmCache);
  machines.defer(machine.stop);
  return machine;
}

/** Runs a step and shows what it prints. */
async function step<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
  const begun = performance.now();
  console.log(name);
  const result = await work();
  if (typeof result === "string") console.log(result.trim().replaceAll(/^/gm, "    "));
  console.log(`  ${seconds(begun)} s`);
  table.push([name, seconds(begun)]);
  return result;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}
