import { startMailServer } from "../../rig/smtp.ts";
import { waitUntil } from "../../rig/wait-until.ts";
import { fill } from "./manual.ts";
import { expect, type Site, signIn, whenReady } from "./site.ts";

const LIBRARY = "/var/lib/vitrine";
const BACKUPS = "/var/backups/vitrine";

/** Takes the library away, and stops its restore with SIGKILL once it has begun to write. */
export async function interruptRestore(site: Site): Promise<string> {
  const { machine, manual } = site;
  const heading = "A restore was interrupted";
  await machine.run(
    `systemctl stop vitrine && mv ${LIBRARY} /var/lib/library && install -d -o vitrine -m 700 ${LIBRARY}`,
  );
  await machine.run(KILL_WHILE_RESTORING);
  await machine.run("systemctl start vitrine");
  await machine.run(`until ${CANNOT_START} | grep 'a restore into this library was interrupted'; do sleep 1; done`);
  const printed = await machine.run(manual.block(heading, "vitrine restore"));
  expect(printed, /Finishing the restore that was interrupted\n3 photos restored/);
  expect(printed, /3 photos .*all is well/);
  await whenReady(site);
  await signIn(site);
  await bringBack(site);
  return printed;
}

const CANNOT_START = "journalctl _SYSTEMD_UNIT=vitrine.service --since -1h --output cat";

/** The mark is there from before the first file to after the last row. */
const KILL_WHILE_RESTORING = `
cd /opt/vitrine/current
setpriv --reuid=vitrine --regid=vitrine --init-groups env DATA_DIR=${LIBRARY} \\
  bin/node.sh server/cli/restore.ts ${BACKUPS} > /dev/null &
until grep -q restoring ${LIBRARY}/storage/library-id 2> /dev/null; do kill -0 $!; done
kill -KILL $!
wait $! || true
grep restoring ${LIBRARY}/storage/library-id
`;

/** An original and a smaller picture of other photos are broken in the backup; the library has them, and later it does not. */
export async function damageBackup(site: Site): Promise<string> {
  const { machine, manual } = site;
  const heading = "A backup is partly damaged";
  const [first = "", second = ""] = (await machine.run(`find ${LIBRARY}/storage/originals -type f | sort`)).split("\n");
  const objectOf = async (file: string) => {
    const sum = (await machine.run(`sha256sum ${file} | cut -d " " -f 1`)).trim();
    return `${BACKUPS}/files/${sum.slice(0, 2)}/${sum}`;
  };
  const breakFile = async (path: string) => machine.run(`echo damaged > ${await objectOf(path)}`);

  await machine.run(`cp --archive ${BACKUPS} /mnt/offsite-vitrine`);
  await breakFile(first);
  const repaired = await machine.run(manual.command(heading, "backup /var/backups/vitrine --verify"));
  expect(repaired, /1 damaged/);
  expect(repaired, /All damaged files were copied again/);

  await breakFile(first);
  await breakFile(second);
  await machine.run(
    `systemctl stop vitrine && mv ${LIBRARY} /var/lib/library && install -d -o vitrine -m 700 ${LIBRARY}`,
  );
  expect(await machine.fails(`vitrine restore ${BACKUPS}`, 2), /the backup is damaged or incomplete: files\//);
  const left = await machine.fails(manual.command(heading, "--skip-damaged"), 1);
  expect(left, /Photo \d+ \(.*\): its file is damaged in the backup, and missing now/);
  expect(left, /3 photos restored/);
  await machine.run(manual.command(heading, "systemctl start"));
  await whenReady(site);
  await signIn(site);
  const offsite = manual.command(heading, "/mnt/offsite/vitrine");
  for (const [, id = ""] of left.matchAll(/^Photo (\d+) /gm)) {
    const restore = fill(offsite, { "photo 12": `photo ${id}`, "/mnt/offsite/vitrine": "/mnt/offsite-vitrine" });
    expect(await machine.run(restore), /was restored/);
  }
  expect(await machine.run("vitrine doctor --verify"), /3 photos .*all is well/);
  await bringBack(site);
  await machine.run(`rm -r ${BACKUPS} && mv /mnt/offsite-vitrine ${BACKUPS}`);
  return repaired + left;
}

/** A disk with backups that is not mounted: the owner gets an email about it. */
export async function reportFailure({ machine }: Site): Promise<string> {
  const mail = await startMailServer();
  try {
    await machine.run(`cp /etc/vitrine.env /root/vitrine.env
printf 'SMTP_URL=${mail.url}\\nBACKUP_DIR=/mnt/none/vitrine\\n' >> /etc/vitrine.env`);
    await machine.fails("systemctl start vitrine-backup", 1);
    await waitUntil("the owner gets an email", async () => mail.emails.length > 0);
    await machine.run("cat /root/vitrine.env > /etc/vitrine.env && systemctl reset-failed");
    const [email = ""] = mail.emails;
    expect(email, /^Subject: vitrine-backup has failed on \S+$/m);
    return expect(email.replaceAll(/=\r?\n/g, ""), /\/mnt\/none does not exist/);
  } finally {
    await mail.close();
  }
}

/** What later steps count on. */
async function bringBack(site: Site): Promise<void> {
  await site.machine.run(
    `systemctl stop vitrine && rm -r ${LIBRARY} && mv /var/lib/library ${LIBRARY} && systemctl start vitrine`,
  );
  await whenReady(site);
}
