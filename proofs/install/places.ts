import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { networkVariables } from "../operations/debian.ts";

export type User = "root" | "nobody";
const IDS = { root: 0, nobody: 65_534 };
const OPTIONS: SpawnOptions = { detached: true, stdio: ["ignore", "pipe", "pipe"] };
const SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** A system on which someone follows the README. */
export type Place = {
  name: string;
  /** Whether its npm keeps SIGTERM to itself, as npm 9 does. Ctrl-C in a terminal reaches the whole group. */
  npmKeepsSignals: boolean;
  /** A new folder of the user, with a space in its name. */
  folder(user: User): string;
  /** This repository's last commit in such a folder. */
  clone(user: User): string;
  /** Where this machine sees a path of it. */
  onDisk(path: string): string;
  /** Puts a file there. */
  copyIn(file: string, folder: string): void;
  /** The process is the one that the script becomes with `exec`. It leads a group, as a command in a terminal does. */
  start(script: string, folder: string, user: User, env?: Record<string, string>): ChildProcess;
  remove(folder: string): void;
};

/** This machine, with other programs first in its path. */
export function thisMachine(home: string, programs: string, npmKeepsSignals: boolean): Place {
  const env: Record<string, string> = { ...networkVariables(), PATH: `${programs}:${SYSTEM_PATH}`, LANG: "C.UTF-8" };
  // The path of a Debian's copy.
  if (process.env.NODE_EXTRA_CA_CERTS) env.NODE_EXTRA_CA_CERTS = process.env.NODE_EXTRA_CA_CERTS;
  return {
    name: "this machine",
    npmKeepsSignals,
    ...filesOf("", home),
    start: (script, folder, user, more) =>
      spawn("sh", ["-euc", script], {
        cwd: folder,
        uid: IDS[user],
        gid: IDS[user],
        env: { ...env, HOME: join(home, user), ...more },
        ...OPTIONS,
      }),
  };
}

/** A Debian in a folder. The processes and the network are those of this machine. */
export function debian(name: string, root: string): Place {
  const home = "/srv";
  const env = { ...networkVariables(), PATH: SYSTEM_PATH, LANG: "C.UTF-8" };
  return {
    name,
    npmKeepsSignals: false,
    ...filesOf(root, home),
    start(script, folder, user, more) {
      const settings = Object.entries({ ...env, HOME: join(home, user), ...more }).map(
        ([key, value]) => `${key}=${value}`,
      );
      const identity = `--userspec=${IDS[user]}:${IDS[user]}`;
      const command = [identity, root, "env", "-i", "-C", folder, ...settings, "sh", "-euc", script];
      // In a namespace of their own, so that nothing stays mounted.
      const setUp = 'mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" && exec chroot "$@"';
      return spawn("unshare", ["--mount", "sh", "-c", setUp, root, ...command], OPTIONS);
    },
  };
}

/** `root` is the system's folder on this machine, and not part of a path inside it. */
function filesOf(root: string, home: string): Pick<Place, "folder" | "clone" | "onDisk" | "copyIn" | "remove"> {
  const give = (path: string, user: User) => execFileSync("chown", ["--recursive", `${IDS[user]}:${IDS[user]}`, path]);
  for (const user of ["root", "nobody"] as const) {
    mkdirSync(join(root, home, user), { recursive: true });
    give(join(root, home, user), user);
  }
  chmodSync(join(root, home), 0o755);
  const folder = (user: User) => {
    const path = join(home, user, `folder ${process.hrtime.bigint()}`);
    mkdirSync(join(root, path));
    give(join(root, path), user);
    return path;
  };
  return {
    folder,
    clone(user) {
      const path = folder(user);
      execFileSync("git", ["clone", "--quiet", ".", join(root, path)]);
      give(join(root, path), user);
      return path;
    },
    onDisk: (path) => join(root, path),
    copyIn: (file, path) => cpSync(file, join(root, path, basename(file))),
    remove: (path) => execFileSync("rm", ["--recursive", "--force", join(root, path)]),
  };
}
