import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../rig/free-port.ts";
import { ensureProgram } from "../../rig/programs.ts";
import { S3_KEYS } from "../../rig/s3-bucket.ts";
import { waitUntil } from "../../rig/wait-until.ts";

const run = promisify(execFile);
const PACKAGES = {
  "ceph-mon": "ceph-mon",
  "ceph-osd": "ceph-osd",
  radosgw: "radosgw",
  ceph: "ceph-common",
};
const MEMORY_BYTES = 4 * 2 ** 30;

export type Ceph = { endpoint: string; stop(): Promise<void> };

/**
 * Ceph from Debian's packages, with what an S3 server needs: a monitor, one OSD that keeps objects in memory, and the RADOS
 * gateway. All on loopback and in a temporary folder.
 */
export async function startCeph(): Promise<Ceph> {
  for (const [program, debianPackage] of Object.entries(PACKAGES)) await ensureProgram(program, debianPackage);
  const home = mkdtempSync(join(tmpdir(), "vitrine-ceph-"));
  const [monitor, gateway] = [await freePort(), await freePort()];
  const [cluster, osd] = [randomUUID(), randomUUID()];
  const config = join(home, "ceph.conf");
  writeFileSync(config, configOf(home, cluster, monitor));
  for (const folder of ["mon", "osd"]) mkdirSync(join(home, folder));

  const map = join(home, "monmap");
  await run("monmaptool", ["--create", "--fsid", cluster, "--addv", "a", `[v2:127.0.0.1:${monitor}]`, map]);
  await run("ceph-mon", ["-c", config, "--mkfs", "-i", "a", "--monmap", map]);
  const started = [start("ceph-mon", ["-c", config, "-f", "-i", "a"])];
  await run("ceph", ["-c", config, "osd", "new", osd], { timeout: 60_000 });
  await run("ceph-osd", ["-c", config, "-i", "0", "--mkfs", "--osd-uuid", osd]);
  started.push(start("ceph-osd", ["-c", config, "-f", "-i", "0"]));
  // By default the gateway requires keys and encryption, which a cluster on loopback does not need.
  const open = ["--ms-mon-client-mode=crc", "--auth-client-required=none"];
  const frontend = `--rgw-frontends=beast endpoint=127.0.0.1:${gateway}`;
  started.push(start("radosgw", ["-c", config, "-f", "-n", "client.rgw", ...open, frontend]));
  const keys = ["--access-key", S3_KEYS.AWS_ACCESS_KEY_ID, "--secret-key", S3_KEYS.AWS_SECRET_ACCESS_KEY];
  const user = ["user", "create", "--uid=vitrine", "--display-name=Vitrine", "--max-buckets=0", ...keys];
  await run("radosgw-admin", ["-c", config, ...user], { timeout: 120_000 });
  const endpoint = `http://127.0.0.1:${gateway}`;
  await waitUntil("the Ceph gateway responds", async () => (await fetch(endpoint)).ok);
  return {
    endpoint,
    async stop() {
      for (const daemon of started.reverse()) {
        // Nothing needs to be saved.
        daemon.kill("SIGKILL");
        if (daemon.exitCode === null && daemon.signalCode === null) await once(daemon, "exit");
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function start(program: string, parameters: string[]): ChildProcess {
  return spawn(program, parameters, { stdio: "ignore" });
}

const configOf = (home: string, cluster: string, monitor: number) => `[global]
fsid = ${cluster}
mon host = v2:127.0.0.1:${monitor}/0
mon initial members = a
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd crush chooseleaf type = 0
mon allow pool size one = true
osd objectstore = memstore
memstore device bytes = ${MEMORY_BYTES}
mon data = ${home}/mon
osd data = ${home}/osd
run dir = ${home}
admin socket = ${home}/$name.asok
log file = ${home}/$name.log
pid file = ${home}/$name.pid
public addr = 127.0.0.1
cluster addr = 127.0.0.1
`;
