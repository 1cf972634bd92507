/**
 * Builds everything that a version is published as, from a clean clone of a commit, into a new folder:
 *
 *   npm run release -- DIR
 *
 * The npm package; an archive with Node and every package inside for each platform; a container image for two platforms, as a
 * layout folder in an archive; a Debian package for two; the list of components (CycloneDX), checksums and release notes. Two builds of
 * one commit are the same, byte for byte, as long as Debian's packages are. Needs Debian 12, the npm registry and Debian's packages.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { packProgram } from "./release/archive.ts";
import { componentsOf } from "./release/components.ts";
import { buildDebianPackage } from "./release/debian-package.ts";
import { buildImage } from "./release/image.ts";
import { notesOf } from "./release/notes.ts";
import { installFor, PLATFORMS, unpackFor } from "./release/program.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const target = positionals[0] && resolve(positionals[0]);
if (!target || existsSync(target)) fail("Name a new folder: npm run release -- DIR");

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const changed = git("status", "--porcelain");
if (changed) fail(`A release is built from a commit. These files are not in it:\n${changed}`);
const notes = notesOf(readFileSync("CHANGELOG.md", "utf8"), version);
if (!notes) fail(`CHANGELOG.md has no section for ${version}`);
/** Of everything in the release. */
const builtAt = Number(git("log", "-1", "--format=%ct"));
const release = { version, maintainer: git("log", "-1", "--format=%an <%ae>"), builtAt, target };

mkdirSync(target, { recursive: true });
await using temporary = await mkdtempDisposable(join(tmpdir(), "vitrine-release-"));
execFileSync("npm", ["pack", "--pack-destination", target], { stdio: ["ignore", "ignore", "inherit"] });
const packed = join(target, `vitrine-${version}.tgz`);
say("the npm package");
for (const platform of PLATFORMS) {
  const folder = join(temporary.path, platform.name);
  unpackFor(packed, folder);
  await installFor(platform, folder);
  packProgram(platform, folder, release);
  say(`the archive for ${platform.name}`);
  if (!platform.debian) continue;
  buildDebianPackage(platform.debian, folder, release);
  say(`the Debian package for ${platform.debian}`);
}
await buildImage(temporary.path, release);
say("the container image");
writeFileSync(join(target, `vitrine-${version}.cdx.json`), componentsOf(release));
writeFileSync(join(target, "NOTES.md"), notes);
const files = readdirSync(target).sort();
const sums = await Promise.all(files.map(async (file) => `${await sha256(join(target, file))}  ${file}\n`));
writeFileSync(join(target, "SHA256SUMS"), sums.join(""));
for (const file of files)
  console.log(`${(statSync(join(target, file)).size / 1e6).toFixed(1).padStart(7)} MB  ${file}`);

function git(...parameters: string[]): string {
  return execFileSync("git", parameters, { encoding: "utf8" }).trim();
}

async function sha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

function say(what: string): void {
  console.log(`built ${what}`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
