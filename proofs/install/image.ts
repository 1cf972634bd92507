import { execFileSync, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ensureProgram } from "../../rig/programs.ts";
import type { Place } from "./places.ts";

/** A container image in an archive, run by podman. Its own command starts the site, and its shell runs other scripts. */
export async function container(
  home: string,
  archive: string,
): Promise<Pick<Place, "name" | "npmKeepsSignals" | "start">> {
  const podman = await ensureProgram("podman", "podman");
  const runtime = await ensureProgram("runc", "runc");
  const folder = join(home, "podman");
  mkdirSync(folder);
  const places = ["--root", join(folder, "root"), "--runroot", join(folder, "run"), "--storage-driver=vfs"];
  const global = [...places, "--cgroup-manager=cgroupfs", `--runtime=${runtime}`];
  const loaded = execFileSync(podman, [...global, "load", "--quiet", "--input", archive], { encoding: "utf8" });
  const image = /^Loaded image: (\S+)$/m.exec(loaded)?.[1];
  if (!image) throw new Error(`podman says no name of the image:\n${loaded}`);
  const most = execFileSync("sh", ["-c", "ulimit -Hn"], { encoding: "utf8" }).trim();
  // podman's own limits may be higher than a container may have that runs podman.
  const limits = [`--ulimit=nofile=${most}:${most}`, "--ulimit=nproc=4096:4096"];
  return {
    name: "podman",
    npmKeepsSignals: false,
    start(script, _folder, _user, more = {}) {
      const settings = Object.entries(more).map(([name, value]) => `--env=${name}=${value}`);
      const command = script.startsWith("exec ") ? [] : ["sh", "-euc", script];
      return spawn(podman, [...global, "run", "--rm", "--network=host", ...limits, ...settings, image, ...command], {
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
      });
    },
  };
}
