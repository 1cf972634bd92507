import { listPhotos } from "../../contract/photos.ts";
import { getBatchStatus } from "../../contract/pictures.ts";
import { emptyTrash, trashPhoto } from "../../contract/trash.ts";
import { waitUntil } from "../../rig/wait-until.ts";
import { fill } from "./manual.ts";
import { expect, OWNER, openClient, type Site, signIn, whenReady } from "./site.ts";

const LIBRARY = "/var/lib/vitrine";

export async function importPhotos({ machine, manual }: Site): Promise<string> {
  const printed = await machine.run(manual.command("Run commands", "vitrine import"));
  expect(printed, /3 imported/);
  expect(await machine.run(`stat --format=%U ${LIBRARY}/vitrine.sqlite`), /^vitrine\n$/);
  return printed + expect(await machine.run(manual.command("Run commands", "vitrine doctor")), /all is well/);
}

export async function backUp(site: Site): Promise<string> {
  const { machine, manual } = site;
  const owner = await signIn(site);
  // Until then, each backup has more pictures than the one before.
  await waitUntil("the larger pictures of imported photos are made", async () => {
    const { statistics } = await owner.call(getBatchStatus);
    return statistics.estimated_missing_variants === 0;
  });
  expect(
    await machine.run(manual.block("Back up and restore", "vitrine-backup.timer")),
    /copied and read back, 0 already there/,
  );
  const second = await machine.run(manual.command("Back up and restore", "vitrine backup"));
  expect(second, /: 0 files \(0 bytes\) copied/);
  await machine.run("systemctl start vitrine-doctor");
  const weekly = await machine.run("journalctl --output=cat --unit vitrine-doctor");
  expect(weekly, /all are intact/);
  expect(weekly, /all is well/);
  expect(await machine.run("ls /var/backups/vitrine/runs | wc -l"), /^3\n$/);
  expect(await machine.run("systemctl list-timers --all"), /vitrine-backup\.timer.*vitrine-doctor\.timer/s);
  return second;
}

export async function tryBackup({ machine, manual }: Site): Promise<string> {
  const heading = "Back up and restore";
  const printed = await machine.run(manual.block(heading, "/var/tmp/try"));
  expect(printed, /3 photos restored/);
  expect(printed, /all is well/);
  const [oldest = ""] = (await machine.run("ls /var/backups/vitrine/runs")).split("\n");
  const wholeOnes = [
    manual.command(heading, "# the newest backup"),
    fill(manual.command(heading, "/runs/"), { "2026-11-15T03-12-40-117Z": oldest }),
  ];
  for (const restore of wholeOnes) {
    await machine.run("install -d -o vitrine -m 700 /var/tmp/empty");
    expect(await machine.run(`DATA_DIR=/var/tmp/empty ${restore}`), /3 photos restored/);
    await machine.run("rm -r /var/tmp/empty");
  }
  return printed;
}

export async function encryptBackup({ machine, manual }: Site): Promise<string> {
  const heading = "Back up and restore";
  await machine.run(manual.command(heading, "install -d -o vitrine -m 700 /var/backups/vitrine-encrypted"));
  await machine.run(manual.command(heading, "install -m 600"));
  await machine.run(manual.command(heading, "openssl rand"));
  const printed = await machine.run(manual.command(heading, "vitrine backup /var/backups/vitrine-encrypted"));
  expect(printed, /3 photos, .* are backed up/);
  await machine.run("install -d -o vitrine -m 700 /var/tmp/empty");
  const restore = manual.command(heading, "vitrine restore /var/backups/vitrine-encrypted");
  expect(await machine.run(`DATA_DIR=/var/tmp/empty ${restore}`), /3 photos restored/);
  await machine.run("rm -r /var/tmp/empty");
  return printed;
}

export async function repairFiles({ machine, manual }: Site): Promise<string> {
  const heading = "A broken or missing file";
  const [lost = "", broken = ""] = (await machine.run(`find ${LIBRARY}/storage/originals -type f`)).trim().split("\n");
  await machine.run(`rm ${lost} && echo x >> ${broken}`);
  const found = await machine.fails(manual.command(heading, "doctor --verify"), 1);
  expect(found, /is missing/);
  expect(found, /differs from what was uploaded/);
  for (const [, id = ""] of found.matchAll(/^Photo (\d+):/gm)) {
    const restore = fill(manual.command(heading, "--photo 12"), { "photo 12": `photo ${id}` });
    expect(await machine.run(restore), /was restored/);
  }
  await machine.run(`find ${LIBRARY}/storage -name '*.avif' -delete`);
  await machine.fails(manual.command("Troubleshooting", "vitrine doctor"), 1);
  await machine.run(manual.block(heading, "--fix"));
  expect(await machine.run(manual.command("Troubleshooting", "--verify")), /all is well/);
  expect(await machine.fails(manual.command("Troubleshooting", "--fix"), 2), /running/);
  return found;
}

/** One photo that is intact, and one that the owner has deleted permanently. */
export async function recoverPhoto(site: Site): Promise<string> {
  const { machine, manual } = site;
  const heading = "Back up and restore";
  await whenReady(site);
  const owner = await signIn(site);
  const [photo] = (await owner.call(listPhotos)).photos;
  if (!photo) throw new Error("There are no photos");
  const itself = { "photo 12": `photo ${photo.id}` };
  expect(await machine.run(fill(manual.command(heading, "--photo 12"), itself)), /is intact, so it was not replaced/);

  await owner.call(trashPhoto, { params: { id: photo.id } });
  await owner.call(emptyTrash);
  const printed = await machine.run(fill(manual.block(heading, "--to /tmp"), itself));
  expect(printed, /1 imported/);
  expect(await machine.run("vitrine doctor --verify"), /^3 photos .*all is well/);
  return printed;
}

export async function setPassword(site: Site): Promise<string> {
  const { machine, manual } = site;
  const typed = "printf 'another password\\n' | ";
  const printed = await machine.run(typed + manual.block("A lost password", "set-password"));
  await signIn(site, { ...OWNER, password: "another password" });
  await machine.run(manual.block("A lost password", "ADMIN_EMAIL"));
  await whenReady(site);
  await signIn(site, { email: "new@example.com", password: "another password" });
  await machine.run(
    "sed -i 's|^ADMIN_EMAIL=.*|ADMIN_EMAIL=you@example.com|' /etc/vitrine.env && systemctl restart vitrine",
  );
  await machine.run(`printf '${OWNER.password}\\n' | ${manual.command("Troubleshooting", "set-password")}`);
  await whenReady(site);
  await signIn(site);
  return printed;
}

export async function changeDomain(site: Site): Promise<string> {
  const { machine, manual, url } = site;
  await machine.run(manual.command("A new domain", "sed -i"));
  await machine.run(manual.command("A new domain", "systemctl restart"));
  await whenReady(site);
  const sitemap = await (await openClient(url).fetch("/sitemap.xml")).text();
  expect(sitemap, /<loc>https:\/\/new\.example\.com\//);
  return `${/<loc>.*?<\/loc>/.exec(sitemap)?.[0]}\n`;
}

export async function checkUnits({ machine, manual }: Site): Promise<string> {
  // Its unit runs the program of this package.
  await machine.run(`apt-get update && ${manual.command("HTTPS with Caddy", "apt-get install")}`);
  await machine.run(
    "cp /opt/vitrine/current/deploy/*.service /opt/vitrine/current/deploy/*.timer /etc/systemd/system/",
  );
  const verified = await machine.run(
    "cd /etc/systemd/system && systemd-analyze verify vitrine*.service vitrine*.timer",
  );
  if (verified.includes("vitrine")) throw new Error(verified);
  return await machine.run("systemd-analyze security --no-pager vitrine vitrine-backup vitrine-doctor | grep Overall");
}
