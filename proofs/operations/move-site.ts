import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { waitUntil } from "../../rig/wait-until.ts";
import type { Machine } from "./machine.ts";
import { fill } from "./manual.ts";
import type { Services } from "./services.ts";
import { copyPackage, expect, openClient, type Site, signIn, whenReady } from "./site.ts";

/** To a machine on which Debian's next user number is taken, so that the copied files belong to someone else at first. */
export async function moveToMachine(old: Site, machine: Machine, file: string): Promise<string> {
  const { manual } = old;
  const heading = "A new machine";
  await old.machine.run(manual.command(heading, "disable --now"));
  await old.machine.run(manual.command(heading, "vitrine backup"));
  // Instead of rsync to another host. This keeps the numbers of users, as rsync does for a name that the other host lacks.
  manual.command(heading, "rsync --archive");
  manual.command(heading, "rsync /etc");
  for (const path of ["var/backups/vitrine", "etc/vitrine.env"]) {
    execFileSync("cp", ["--archive", join(old.machine.root, path), join(machine.root, path)]);
  }
  await machine.run("useradd --system other");
  copyPackage(machine, file);
  await machine.run(manual.block("Install it with systemd", "bin/install.cjs"));
  const printed = await machine.run(manual.block(heading, "vitrine restore"));
  expect(printed, /3 photos restored/);
  expect(printed, /3 photos .*all is well/);
  const site = { ...old, machine };
  await whenReady(site);
  await signIn(site);
  return printed;
}

const SERVICES = "PostgreSQL, S3 and several servers";
const URLS = { database: "postgres://user:password@host/database", storage: "s3://bucket?endpoint=https://…&region=…" };

export async function moveToServices(site: Site, { databaseUrl, storageUrl, keys }: Services): Promise<string> {
  const { machine, manual } = site;
  const urls = { [URLS.database]: databaseUrl, [URLS.storage]: storageUrl };
  const named = {
    "AWS_ACCESS_KEY_ID=key": `AWS_ACCESS_KEY_ID=${keys.id}`,
    "AWS_SECRET_ACCESS_KEY=secret": `AWS_SECRET_ACCESS_KEY=${keys.secret}`,
  };
  const moved = await machine.run(fill(manual.block(SERVICES, "TO_DATABASE_URL"), { ...urls, ...named }));
  expect(moved, /Every file was read back/);
  expect(await machine.run(fill(manual.block(SERVICES, "\nSTORAGE_URL="), urls)), /3 photos .*all is well/);
  await whenReady(site);
  await signIn(site);
  expect(await machine.run("vitrine backup /var/backups/vitrine"), /3 photos/);
  return moved;
}

/** Each of the two is away for a while. The server is not restarted. */
export async function takeServicesAway(site: Site, services: Services): Promise<string> {
  const { machine, manual } = site;
  const heading = "PostgreSQL or S3 is down";
  await machine.run("cp /opt/vitrine/current/deploy/vitrine-backup.* /etc/systemd/system/ && systemctl daemon-reload");
  const ask = manual.command(heading, "curl").replace(":3000", `:${site.port}`);
  const read = manual.command(heading, "not ready");
  const since = await machine.run("systemctl show --property=ExecMainStartTimestamp vitrine");
  const printed: string[] = [];
  for (const name of ["database", "storage"] as const) {
    await services[name].cut();
    await waitUntil(`the ${name} is missed`, async () => (await openClient(site.url).fetch("/readyz")).status === 503);
    printed.push(expect(await machine.run(ask), new RegExp(`The ${name} is not responding`)));
    // Lines of the log are written in batches.
    await machine.run(`until ${read} | grep 'not ready: the ${name}'; do sleep 1; done`);
    await machine.fails("systemctl start vitrine-backup", 1);
    await services[name].mend();
    await whenReady(site);
    await signIn(site);
    expect(await machine.run(manual.block(heading, "vitrine-backup")), /all is well/);
  }
  expect(await machine.run("systemctl show --property=ExecMainStartTimestamp vitrine"), new RegExp(since.trim()));
  return printed.join("");
}

/** Two servers on one library: a backup beside both, restored into an empty database and bucket. */
export async function backUpSeveral(site: Site, services: Services, port: number): Promise<string> {
  const { machine, manual } = site;
  const heading = "Back up several servers";
  const second = { ...site, url: `http://127.0.0.1:${port}` };
  await machine.run(`cp /opt/vitrine/current/deploy/vitrine@.service /etc/systemd/system/ && systemctl daemon-reload
useradd --system --home-dir /var/lib/vitrine-two vitrine-two
install -d -o vitrine-two -m 700 /var/lib/vitrine-two
install -o vitrine-two -m 600 /var/lib/vitrine/signing.key /var/lib/vitrine-two/signing.key
sed 's|^DATA_DIR=.*|DATA_DIR=/var/lib/vitrine-two|; s|^PORT=.*|PORT=${port}|' /etc/vitrine.env > /etc/vitrine-two.env
systemctl start vitrine@two`);
  await whenReady(second);
  const made = expect(await machine.run(manual.command(heading, "vitrine backup /var")), /3 photos, .* are backed up/);

  await machine.run("systemctl stop vitrine@two");
  const empty = await services.makeEmpty();
  const restored = await machine.run(
    fill(manual.block(heading, "vitrine restore"), {
      "postgres://user:password@host/empty": empty.databaseUrl,
      "s3://empty?endpoint=https://…\\&region=…": empty.storageUrl.replace("&", "\\&"),
    }),
  );
  expect(restored, /3 photos restored/);
  expect(restored, /3 photos .*all is well/);
  await machine.run("sed -i '/^DATABASE_URL=/d; /^STORAGE_URL=/d' /etc/vitrine-two.env");
  await machine.run(
    "grep -E '^(DATABASE|STORAGE)_URL=' /etc/vitrine.env >> /etc/vitrine-two.env && systemctl start vitrine@two",
  );
  await whenReady(site);
  await whenReady(second);
  await signIn(site);
  await signIn(second);
  await machine.run("systemctl stop vitrine@two");
  return made + restored;
}

export async function moveBack(site: Site): Promise<string> {
  const { machine, manual } = site;
  // A restore has moved the folder aside.
  await machine.run("rm -rf /var/lib/vitrine.old");
  const moved = expect(await machine.run(manual.block(SERVICES, "--to-database sqlite")), /Every file was read back/);
  await whenReady(site);
  await signIn(site);
  return moved + expect(await machine.run("vitrine doctor --verify"), /3 photos .*all is well/);
}

/** A second site on the same machine. */
export async function addSite(first: Site, port: number): Promise<string> {
  const { machine, manual } = first;
  const heading = "Several sites on one machine";
  const printed = await machine.run(fill(manual.block(heading, "useradd"), { "PORT=3001": `PORT=${port}` }));
  expect(printed, /Set the admin password at https:\/\/anna\.example\.com/);
  expect(printed, /0 photos and 0 files: all is well/);
  expect(await machine.run("stat --format=%U /var/lib/vitrine-anna/vitrine.sqlite"), /^vitrine-anna\n$/);
  expect(await machine.fails("vitrine --env /etc/vitrine-anna.env backup /var/backups/vitrine", 2), /./);
  expect(await machine.run("vitrine --env /etc/vitrine-anna.env import /srv/photos --album Anna"), /3 imported/);
  expect(await machine.run(manual.command("Run commands", "--env /etc/vitrine-anna.env")), /3 photos .*all is well/);
  await machine.run(manual.block(heading, "systemctl restart"));
  await whenReady({ ...first, url: `http://127.0.0.1:${port}` });
  const backups = await machine.run("journalctl --output=cat --unit vitrine-backup@anna");
  return printed + expect(backups, /3 photos, .* are backed up in \/var\/backups\/vitrine-anna/);
}
