import { execFileSync } from "node:child_process";
import { cpSync, existsSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { ensureProgram } from "../../rig/programs.ts";

/** Of a server that someone rents; debootstrap would leave out the service manager. */
const PACKAGES = ["ca-certificates", "curl", "dbus", "openssl", "rsync", "systemd", "systemd-sysv"];
export const CERTIFICATES = "/etc/machine-certificates.pem";

/** A clean Debian 12 with a Node and npm. */
export async function makeDebian(root: string): Promise<void> {
  if (process.env.VITRINE_DEBIAN) execFileSync("cp", ["--archive", process.env.VITRINE_DEBIAN, root]);
  else await bootstrap(root, PACKAGES);
  prepareNetwork(root);
  installNode(root);
}

/** Without a Node, and without the library that Node 26 needs. */
export async function makeBareDebian(root: string): Promise<void> {
  await bootstrap(root, ["ca-certificates"]);
  prepareNetwork(root);
}

/** What a container image begins with, unless packages are named. */
export async function bootstrap(root: string, packages: string[] = []): Promise<void> {
  const included = packages.length > 0 ? [`--include=${packages.join(",")}`] : [];
  const parameters = ["--variant=minbase", ...included, "bookworm", root];
  execFileSync(await ensureProgram("debootstrap", "debootstrap"), parameters, {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** `debian:12-slim` has no resolver: the engine gives the machine's to every container. */
export function prepareNetwork(root: string): void {
  cpSync("/etc/resolv.conf", join(root, "etc/resolv.conf"), { dereference: true });
  // Behind a proxy that inspects TLS, npm must trust its certificate.
  if (process.env.NODE_EXTRA_CA_CERTS) cpSync(process.env.NODE_EXTRA_CA_CERTS, join(root, CERTIFICATES));
}

/** How a program in it reaches the network: through the registry and the proxies that this machine uses. */
export function networkVariables(): Record<string, string> {
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"];
  const proxies = Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  return {
    npm_config_registry: execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim(),
    ...(process.env.NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS: CERTIFICATES } : {}),
    ...proxies,
  };
}

/** The machine's Node and npm: the first in PATH outside this project's packages. */
export function installNode(root: string): void {
  const folders = (process.env.PATH ?? "").split(":").filter((folder) => !folder.includes("node_modules"));
  const node = folders.map((folder) => join(folder, "node")).find((path) => existsSync(path));
  if (!node) throw new Error("This machine has no Node outside the packages");
  cpSync(node, join(root, "usr/local/bin/node"), { dereference: true });
  const npm = join(dirname(node), "..", "lib", "node_modules", "npm");
  cpSync(npm, join(root, "usr/local/lib/node_modules/npm"), { recursive: true, dereference: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"));
}
