import { cpSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import sharp from "sharp";
import { login, register } from "../../contract/auth.ts";
import { type Client, createClient, type Send } from "../../rig/client.ts";
import { waitUntil } from "../../rig/wait-until.ts";
import type { Machine } from "./machine.ts";
import type { Manual } from "./manual.ts";

/** A site on a machine, as its operator and its owner reach it. */
export type Site = { machine: Machine; manual: Manual; port: number; url: string };

export const OWNER = { email: "you@example.com", password: "a first password" };

/** Follows "Install it with systemd" up to the owner's password. */
export async function installSite(site: Site, file: string, asBefore = false): Promise<string> {
  const { machine, manual, port, url } = site;
  copyPackage(machine, file);
  const install = manual.block("Install it with systemd", "bin/install.cjs");
  await machine.run(asBefore ? install.replace(UNPACK, INSTALL_BEFORE) : install);
  await machine.run(manual.block("Install it with systemd", "/etc/vitrine.env"));
  await machine.run(`echo PORT=${port} >> /etc/vitrine.env`);
  const printed = await machine.run(manual.block("Install it with systemd", "systemctl enable"));
  expect(printed, /Set the admin password at https:\/\/example\.com\/admin\/login#setup=\S+/);
  const code = /#setup=(\S+)/.exec(printed)?.[1] ?? "";
  const body = { name: "Owner", ...OWNER, password_confirmation: OWNER.password, setup_code: code };
  await openClient(url).call(register, { body });
  return printed;
}

const UNPACK = /^mkdir .*\/current$/ms;
/** What the manual said until packages were unpacked. */
const INSTALL_BEFORE = `npm install --global --prefix /opt/vitrine/releases/first ./vitrine-*.tgz
ln -s /opt/vitrine/releases/first/lib/node_modules/vitrine /opt/vitrine/current`;

export function copyPackage(machine: Machine, file: string): void {
  cpSync(file, join(machine.root, "root", basename(file)));
}

export async function makePhotos(machine: Machine): Promise<void> {
  const folder = join(machine.root, "srv/photos");
  mkdirSync(folder, { recursive: true });
  for (const colour of ["#223344", "#445566", "#667788"]) {
    const picture = sharp({ create: { width: 1600, height: 1000, channels: 3, background: colour } });
    await picture.jpeg().toFile(join(folder, `${colour.slice(1)}.jpg`));
  }
}

/** The owner, who can sign in only if email and password are these. */
export async function signIn({ url }: Site, owner = OWNER): Promise<Client> {
  const { token } = await openClient(url).call(login, { body: owner });
  return openClient(url, token);
}

/** Without kept connections: while a step waits for a command, the server may close them, or be another one. */
export function openClient(url: string, token?: string): Client {
  const send: Send = (path, init) => {
    const headers = new Headers(init.headers);
    headers.set("connection", "close");
    return fetch(url + path, { ...init, headers });
  };
  return createClient(url, token, send);
}

export const whenReady = ({ url }: Site) =>
  waitUntil(`${url} is ready`, async () => (await openClient(url).fetch("/readyz")).status === 200);

export function expect(text: string, pattern: RegExp): string {
  if (!pattern.test(text)) throw new Error(`expected ${pattern}, not:\n${text}`);
  return text;
}
