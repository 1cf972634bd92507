import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { freePort } from "../rig/free-port.ts";

/**
 * Walks docs/operations.md in a clean Debian 12 made by debootstrap, as root and with the service's user: install from the
 * package, first start, import, two backups, a broken and a lost file, doctor, restores, a lost password, an upgrade and the
 * way back, a second site. Only systemd has a stand-in, because a chroot has none; it starts what the unit file says.
 * Needs root, debootstrap and a Node with npm 11: `npm run prove:operations`. VITRINE_DEBIAN names a root made before.
 */
const home = mkdtempSync(join(tmpdir(), "vitrine-operations-"));
const root = join(home, "debian");
const port = await freePort();
let steps = 0;

try {
  await prove();
  console.log(`${steps} steps of the runbooks work.`);
} finally {
  if (existsSync(join(root, "usr/local/bin/systemctl"))) inside("systemctl stop vitrine; systemctl stop vitrine@anna");
  rmSync(home, { recursive: true, force: true });
}

async function prove(): Promise<void> {
  makeDebian();
  const [first, second] = [pack("first"), pack("second")];
  await makePhotos();

  step("install", () => {
    run("useradd --system --home-dir /var/lib/vitrine vitrine");
    run(`npm install --global --prefix /opt/vitrine/releases/first /root/${first}`);
    run("ln -s /opt/vitrine/releases/first/lib/node_modules/vitrine /opt/vitrine/current");
    run("ln -s /opt/vitrine/current/bin/vitrine.cjs /usr/local/bin/vitrine");
    run(`printf 'DATA_DIR=/var/lib/vitrine\\nPORT=${port}\\nADMIN_EMAIL=you@example.com\\n' > /etc/vitrine.env`);
    run("chown root:vitrine /etc/vitrine.env && chmod 640 /etc/vitrine.env");
    // systemd makes it, as StateDirectory.
    run("install -d -o vitrine -m 700 /var/lib/vitrine");
    expect(run("vitrine --version"), /^\d+\.\d+\.\d+\n$/);
  });
  step("first start", () => {
    run("systemctl start vitrine");
    expect(run("cat /var/log/vitrine"), /Set the admin password at http/);
    expect(run("stat --format=%U /var/lib/vitrine/vitrine.sqlite"), /^vitrine\n$/);
  });
  step("import while the server runs", () => {
    expect(run("vitrine import /srv/photos --album Lisbon"), /3 imported/);
    expect(run(`curl -s http://127.0.0.1:${port}/api/v1/albums/lisbon`), /"success":true/);
  });
  step("two backups, the second copies nothing", () => {
    run("install -d -o vitrine -m 700 /var/backups/vitrine");
    expect(run("vitrine backup /var/backups/vitrine"), /copied and read back, 0 already there/);
    expect(run("vitrine backup /var/backups/vitrine"), /: 0 files \(0 bytes\) copied/);
    expect(run("vitrine backup /var/backups/vitrine --verify"), /all are intact/);
    expect(run("ls /var/backups/vitrine/runs | wc -l"), /^3\n$/);
  });
  step("a lost and a broken file", () => {
    const [lost = "", broken = ""] = run("find /var/lib/vitrine/storage/originals -type f").trim().split("\n");
    run(`rm ${lost} && runuser -u vitrine -- sh -c 'echo x >> ${broken}'`);
    const found = fails("vitrine doctor --verify", 1);
    expect(found, /is missing/);
    expect(found, /differs from what was uploaded/);
    for (const [, id] of found.matchAll(/^Photo (\d+):/gm)) {
      expect(run(`vitrine restore /var/backups/vitrine --photo ${id}`), /was restored/);
    }
    expect(run("vitrine doctor --verify"), /all is well/);
  });
  step("a lost password", () => {
    run("printf 'a new password\\n' | vitrine set-password");
    expect(signIn("a new password"), /"success":true/);
  });
  step("a new machine", () => {
    run("systemctl stop vitrine && vitrine backup /var/backups/vitrine && mv /var/lib/vitrine /var/lib/vitrine.old");
    run("install -d -o vitrine -m 700 /var/lib/vitrine");
    expect(run("vitrine restore /var/backups/vitrine"), /3 photos restored/);
    expect(run("vitrine doctor --verify"), /all is well/);
    run("systemctl start vitrine");
    expect(signIn("a new password"), /"success":true/);
  });
  let backup = "";
  step("upgrade", () => {
    const upgraded = run(`vitrine upgrade /root/${second}`);
    expect(run("vitrine --version"), /^9\.9\.9\n$/);
    backup = /rollback\.sh (\S+)/.exec(upgraded)?.[1] ?? "";
    expect(backup, /^\/var\/backups\/vitrine\/runs\//);
  });
  step("rollback", () => {
    expect(run(`/opt/vitrine/current/deploy/rollback.sh ${backup}`), /Vitrine runs from/);
    expect(run("vitrine --version"), /^(?!9\.9\.9)/);
    expect(run("vitrine doctor"), /^3 photos and \d+ files: all is well/);
  });
  const other = await freePort();
  step("a second site", () => {
    run("useradd --system --home-dir /var/lib/vitrine-anna vitrine-anna");
    run(
      `printf 'DATA_DIR=/var/lib/vitrine-anna\\nPORT=${other}\\nADMIN_EMAIL=anna@example.com\\n' > /etc/vitrine-anna.env`,
    );
    run("chown root:vitrine-anna /etc/vitrine-anna.env && chmod 640 /etc/vitrine-anna.env");
    run("install -d -o vitrine-anna -m 700 /var/lib/vitrine-anna");
    run("systemctl start vitrine@anna");
    expect(run("vitrine --env /etc/vitrine-anna.env doctor --allow-empty"), /0 photos and 0 files: all is well/);
    expect(fails("vitrine --env /etc/vitrine-anna.env backup /var/backups/vitrine", 2), /./);
  });
}

function makeDebian(): void {
  if (process.env.VITRINE_DEBIAN) execFileSync("cp", ["--archive", process.env.VITRINE_DEBIAN, root]);
  else {
    console.log("debootstrap bookworm");
    const include = "--include=libatomic1,curl,ca-certificates";
    execFileSync("debootstrap", ["--variant=minbase", include, "bookworm", root], { stdio: "ignore" });
  }
  cpSync("/etc/resolv.conf", join(root, "etc/resolv.conf"), { dereference: true });
  // Behind a proxy that inspects TLS, npm must trust its certificate.
  if (process.env.NODE_EXTRA_CA_CERTS) cpSync(process.env.NODE_EXTRA_CA_CERTS, join(root, "etc/certificates.pem"));
  installNode();
  writeFileSync(join(root, "usr/local/bin/systemctl"), SYSTEMCTL, { mode: 0o755 });
}

/** Starts what the unit file says, as its user and in its folder, and waits until it is ready or gone. */
const SYSTEMCTL = `#!/bin/sh
unit=$2
name=$(echo "$unit" | sed -n 's/^vitrine@//p')
file=/opt/vitrine/current/deploy/vitrine\${name:+@}.service
of() { sed -n "s/^$1=//p" "$file" | sed "s/%i/$name/g"; }
case $1 in
stop)
  [ -f "/run/$unit.pid" ] || exit 0
  pid=$(cat "/run/$unit.pid")
  kill "$pid" 2>/dev/null
  while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
  rm "/run/$unit.pid" ;;
start)
  env=$(of EnvironmentFile)
  cd "$(of WorkingDirectory)"
  set -a; . "$env"; set +a
  setpriv --reuid "$(of User)" --regid "$(of User)" --clear-groups $(of ExecStart) > "/var/log/$unit" 2>&1 &
  echo $! > "/run/$unit.pid"
  for i in $(seq 1 600); do
    curl -sf "http://127.0.0.1:$PORT/readyz" > /dev/null && exit 0
    kill -0 "$(cat "/run/$unit.pid")" || { cat "/var/log/$unit"; exit 1; }
    sleep 0.1
  done
  exit 1 ;;
esac
`;

/** The machine's own Node and npm: the first in PATH outside this project's packages. */
function installNode(): void {
  const folders = (process.env.PATH ?? "").split(":").filter((folder) => !folder.includes("node_modules"));
  const node = folders.map((folder) => join(folder, "node")).find((path) => existsSync(path));
  if (!node) throw new Error("This machine has no Node outside the packages");
  cpSync(node, join(root, "usr/local/bin/node"), { dereference: true });
  const npm = join(dirname(node), "..", "lib", "node_modules", "npm");
  cpSync(npm, join(root, "usr/local/lib/node_modules/npm"), { recursive: true, dereference: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"));
}

/** The second version differs by its number. */
function pack(name: "first" | "second"): string {
  const target = join(home, name);
  mkdirSync(target);
  execFileSync("npm", ["pack", "--pack-destination", target], { stdio: ["ignore", "ignore", "inherit"] });
  const [file = ""] = readdirSync(target);
  if (name === "second") {
    execFileSync("tar", ["-xzf", join(target, file), "-C", target]);
    const manifest = join(target, "package/package.json");
    execFileSync("sed", ["-i", 's/^  "version": .*/  "version": "9.9.9",/', manifest]);
    execFileSync("tar", ["-czf", join(root, "root/vitrine-9.9.9.tgz"), "-C", target, "package"]);
    return "vitrine-9.9.9.tgz";
  }
  cpSync(join(target, file), join(root, "root", file));
  return file;
}

async function makePhotos(): Promise<void> {
  mkdirSync(join(root, "srv/photos"), { recursive: true });
  for (const colour of ["#223344", "#445566", "#667788"]) {
    const picture = sharp({ create: { width: 1600, height: 1000, channels: 3, background: colour } });
    await picture.jpeg().toFile(join(root, "srv/photos", `${colour.slice(1)}.jpg`));
  }
}

function signIn(password: string): string {
  const body = JSON.stringify({ email: "you@example.com", password });
  const header = "content-type: application/json";
  return run(`curl -s -H '${header}' -d '${body}' http://127.0.0.1:${port}/api/v1/auth/login`);
}

function step(name: string, work: () => void): void {
  console.log(name);
  work();
  steps++;
}

function run(command: string): string {
  const { status, stdout, stderr } = inside(command);
  if (status !== 0) throw new Error(`${command}\nexited with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

function fails(command: string, code: number): string {
  const { status, stdout, stderr } = inside(command);
  if (status !== code) throw new Error(`${command}\nexited with ${status}, not ${code}:\n${stdout}${stderr}`);
  return stdout + stderr;
}

function expect(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) throw new Error(`expected ${pattern}, not:\n${text}`);
}

/** As root in the Debian. Servers that it starts live on in the background. */
function inside(command: string) {
  const mounts = 'mount --bind /dev "$0/dev" && mount -t proc proc "$0/proc" && exec chroot "$0" "$@"';
  const variables = ["PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME=/root"];
  const proxies = [
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "npm_config_registry",
  ];
  for (const name of proxies) if (process.env[name]) variables.push(`${name}=${process.env[name]}`);
  if (process.env.NODE_EXTRA_CA_CERTS) variables.push("NODE_EXTRA_CA_CERTS=/etc/certificates.pem");
  const args = ["--mount", "sh", "-c", mounts, root, "env", "-i", ...variables, "sh", "-c", command];
  return spawnSync("unshare", args, { encoding: "utf8" });
}
