import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { startPostgres } from "../../rig/postgres.ts";
import { startS3 } from "../../rig/s3.ts";
import type { Machine } from "./machine.ts";
import { fill } from "./manual.ts";
import { copyPackage, expect, type Site, signIn, whenReady } from "./site.ts";

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

/** To PostgreSQL and S3, and back. */
export async function moveToServices(site: Site): Promise<string> {
  const { machine, manual } = site;
  const heading = "PostgreSQL, S3 and several servers";
  const postgres = await startPostgres();
  const s3 = await startS3();
  try {
    const urls = {
      "postgres://user:password@host/database": postgres.url,
      "s3://bucket?endpoint=https://…&region=…": s3.env.STORAGE_URL,
    };
    const keys = {
      "AWS_ACCESS_KEY_ID=key": `AWS_ACCESS_KEY_ID=${s3.env.AWS_ACCESS_KEY_ID}`,
      "AWS_SECRET_ACCESS_KEY=secret": `AWS_SECRET_ACCESS_KEY=${s3.env.AWS_SECRET_ACCESS_KEY}`,
    };
    const moved = await machine.run(fill(manual.block(heading, "TO_DATABASE_URL"), { ...urls, ...keys }));
    expect(moved, /Every file was read back/);
    expect(await machine.run(fill(manual.block(heading, "\nSTORAGE_URL="), urls)), /3 photos .*all is well/);
    await whenReady(site);
    await signIn(site);
    expect(await machine.run("vitrine backup /var/backups/vitrine"), /3 photos/);
    expect(await machine.run(manual.block(heading, "--to-database sqlite")), /Every file was read back/);
    await whenReady(site);
    await signIn(site);
    return moved + expect(await machine.run("vitrine doctor --verify"), /3 photos .*all is well/);
  } finally {
    await machine.run("systemctl stop vitrine");
    await postgres.stop();
    await s3.stop();
    await machine.run("systemctl start vitrine");
  }
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
