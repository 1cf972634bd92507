import { basename } from "node:path";
import { fill } from "./manual.ts";
import { copyPackage, expect, type Site, signIn, whenReady } from "./site.ts";

const EXAMPLE = "/var/backups/vitrine/runs/2026-11-17T12-00-00-000Z";

/** Upgrades, and takes the backup that the upgrade prints. */
export async function upgrade({ machine, manual }: Site, file: string): Promise<{ printed: string; backup: string }> {
  copyPackage(machine, file);
  const command = fill(manual.command("Upgrade", "vitrine-1.1.0.tgz"), { "vitrine-1.1.0.tgz": basename(file) });
  const printed = expect(await machine.run(command), /Vitrine runs from/);
  // The version before prints another command.
  const backup = /rollback(?:\.sh)? (\S+)/.exec(printed)?.[1] ?? "";
  expect(backup, /^\/var\/backups\/vitrine\/runs\//);
  return { printed, backup };
}

/** From the version before, whose database is older, and back: the version alone is refused, with the library it works. */
export async function goThereAndBack(site: Site, file: string): Promise<string> {
  const { machine, manual } = site;
  const before = await machine.run("readlink /opt/vitrine/current");
  const { printed, backup } = await upgrade(site, file);
  await signIn(site);
  expect(await machine.run("vitrine doctor --verify"), /3 photos .*all is well/);

  // The version before cannot be started by it.
  await machine.run("cp /opt/vitrine/current/deploy/vitrine.service /etc/systemd/system/ && systemctl daemon-reload");
  const alone = await machine.fails(manual.command("Upgrade", "vitrine rollback"), 2);
  expect(alone, /A newer version has changed the database .*Nothing has changed: Vitrine runs from/s);
  await signIn(site);
  const together = fill(manual.command("Upgrade", `vitrine rollback ${EXAMPLE}`), { [EXAMPLE]: backup });
  const back = expect(await machine.run(together), /Vitrine runs from/);
  expect(await machine.run("readlink /opt/vitrine/current"), new RegExp(`^${before.trim()}$`, "m"));
  await signIn(site);
  expect(await machine.run("vitrine doctor --verify"), /3 photos .*all is well/);
  return printed + alone + back;
}

/** The same steps by hand, after another upgrade. */
export async function goBackByHand(site: Site, file: string): Promise<string> {
  const { machine, manual } = site;
  const { backup } = await upgrade(site, file);
  const printed = await machine.run(fill(manual.block("Upgrade", "vitrine restore"), { [EXAMPLE]: backup }));
  await whenReady(site);
  await signIn(site);
  return printed + expect(await machine.run("vitrine doctor --verify"), /3 photos .*all is well/);
}

/** A version with the same database: the version alone goes back, and nothing else changes. */
export async function goBackAlone(site: Site, file: string): Promise<string> {
  const { machine, manual } = site;
  const before = await machine.run("vitrine --version");
  const rollback = manual.command("Upgrade", "vitrine rollback");
  await machine.fails(rollback, 2);
  await upgrade(site, file);
  await machine.fails(`${rollback} /var/backups/none`, 2);
  expect(await machine.run("vitrine --version"), /^9\.9\.9( |\n)/);
  const printed = expect(await machine.run(rollback), /Vitrine runs from/);
  expect(await machine.run("vitrine --version"), new RegExp(`^${before.replace(/[.()]/g, "\\$&")}$`));
  await signIn(site);
  return printed;
}

/** A version that changes the database and then does not start. */
export async function failUpgrade(site: Site, file: string): Promise<string> {
  const { machine, manual } = site;
  const heading = "An upgrade failed";
  const before = (await machine.run("readlink /opt/vitrine/current")).trim();
  copyPackage(machine, file);
  const command = fill(manual.command("Upgrade", "vitrine-1.1.0.tgz"), { "vitrine-1.1.0.tgz": basename(file) });
  const printed = await machine.fails(command, 1);
  expect(printed, /It does not become ready: Vitrine cannot start: Error: planted/);
  expect(printed, new RegExp(`The database is as it was before the upgrade.*Vitrine runs from ${before}\\.\n$`, "s"));
  expect(await machine.run(manual.command(heading, "readlink")), new RegExp(`^${before}\n.*active \\(running\\)`, "s"));
  expect(await machine.run(manual.command(heading, "cannot start")), /planted/);
  expect(await machine.run(manual.block(heading, "replaced-")), /^\/var\/lib\/vitrine\/replaced-/);
  await signIn(site);
  return printed + expect(await machine.run("vitrine doctor --verify"), /3 photos .*all is well/);
}
