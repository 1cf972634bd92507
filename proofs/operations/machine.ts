import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { waitUntil } from "../../rig/wait-until.ts";
import { networkVariables } from "./debian.ts";

export type Machine = {
  root: string;
  /** Runs a script as root. What it prints; throws if it fails. */
  run(script: string): Promise<string>;
  /** Runs a command that must fail with this code. */
  fails(script: string, code: number): Promise<string>;
  stop(): Promise<void>;
};

/**
 * Boots a Debian in a folder with its own systemd, in namespaces, as a container engine would. The network is that of
 * this machine, so every service needs a free port. All machines share what npm has downloaded.
 */
export async function bootMachine(root: string, npmCache: string): Promise<Machine> {
  const group = join(cgroupFolder(), `vitrine-${process.pid}-${root.split("/").at(-1)}`);
  mkdirSync(group);
  const enter = 'echo $$ > "$0/cgroup.procs" && exec "$@"';
  const namespaces = ["--mount", "--pid", "--uts", "--ipc", "--cgroup", "--fork", "--kill-child=SIGKILL"];
  const boot = ["unshare", ...namespaces, "sh", "-euc", BOOT, root, npmCache];
  const outer = spawn("sh", ["-c", enter, group, ...boot], { stdio: ["ignore", "inherit", "inherit"] });
  const ended = new Promise<void>((resolve) => outer.once("exit", () => resolve()));
  const init = () => readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, "utf8").trim();

  const environment = variables();
  const inside = async (script: string) => {
    const parameters = ["--target", init(), "--mount", "--pid", "--uts", "--ipc", "--cgroup", "--root"];
    const command = ["env", "-i", "-C", "/root", ...environment, "sh", "-euc", script];
    const entered = spawn("nsenter", [...parameters, ...command], { stdio: ["ignore", "pipe", "pipe"] });
    const ended = new Promise<number | null>((resolve) => entered.once("exit", resolve));
    const [status, ...output] = await Promise.all([ended, text(entered.stdout), text(entered.stderr)]);
    return { status, output: output.join("") };
  };
  const expectCode = async (script: string, code: number) => {
    const { status, output } = await inside(script);
    if (status !== code) throw new Error(`${script}\nexited with ${status}, not ${code}:\n${output}`);
    return output;
  };
  await waitUntil("the machine has started", async () =>
    /^(running|degraded)$/m.test((await inside("systemctl is-system-running || true")).output),
  );
  return {
    root,
    run: (script) => expectCode(script, 0),
    fails: expectCode,
    async stop() {
      outer.kill("SIGKILL");
      await ended;
      await waitUntil("the processes of the machine have ended", async () => {
        removeGroup(group);
        return true;
      });
    },
  };
}

/** As a container engine does it: a small /dev, and of the kernel's settings only what can be read. */
const BOOT = `
root=$0
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --bind "$root/proc/sys" "$root/proc/sys"
mount -o remount,ro,bind "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for name in null zero full random urandom tty; do
  touch "$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for stream in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/\${stream%:*}" "$root/dev/\${stream#*:}"; done
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mkdir -p "$root/root/.npm"
mount --bind "$1" "$root/root/.npm"
hostname vitrine
cd "$root"
pivot_root . mnt
umount -l /mnt
exec env -i container=vitrine PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd
`;

function variables(): string[] {
  const all = {
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    HOME: "/root",
    LANG: "C.UTF-8",
    ...networkVariables(),
  };
  return Object.entries(all).map(([name, value]) => `${name}=${value}`);
}

function cgroupFolder(): string {
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const found = mounts.map((line) => line.split(" ")).find(([, , type]) => type === "cgroup2");
  if (!found?.[1]) throw new Error("systemd needs control groups, version 2");
  return found[1];
}

function removeGroup(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeGroup(join(folder, entry.name));
  }
  rmdirSync(folder);
}
