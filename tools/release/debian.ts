import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Architecture = "amd64" | "arm64";

const listed = new Map<Architecture, { home: string; options: string[] }>();

/** The folder in which the files of a package of Debian's are, also of another architecture. apt checks its signature. */
export function unpackDebian(architecture: Architecture, name: string): string {
  const { home, options } = listOf(architecture);
  const folder = join(home, name);
  mkdirSync(folder);
  execFileSync("apt-get", [...options, "download", name], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const [file = ""] = readdirSync(folder);
  const unpacked = join(folder, "files");
  execFileSync("dpkg-deb", ["--extract", join(folder, file), unpacked]);
  return unpacked;
}

/** apt with a list of its own, so that this machine's packages stay as they are. */
function listOf(architecture: Architecture) {
  const known = listed.get(architecture);
  if (known) return known;
  const home = mkdtempSync(join(tmpdir(), `vitrine-debian-${architecture}-`));
  for (const folder of ["lists/partial", "cache/archives/partial"]) mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, "status"), "");
  const settings = {
    "APT::Architecture": architecture,
    "APT::Architectures": architecture,
    "APT::Sandbox::User": "root",
    "Dir::State::lists": join(home, "lists"),
    "Dir::State::status": join(home, "status"),
    "Dir::Cache": join(home, "cache"),
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ["-o", `${key}=${value}`]);
  execFileSync("apt-get", [...options, "update"], { stdio: ["ignore", "ignore", "inherit"] });
  const found = { home, options };
  listed.set(architecture, found);
  return found;
}
