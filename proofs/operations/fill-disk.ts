import { listPhotos } from "../../contract/photos.ts";
import { emptyTrash, trashPhoto } from "../../contract/trash.ts";
import { makePicture } from "../../rig/make-picture.ts";
import { upload } from "../../rig/upload.ts";
import { waitUntil } from "../../rig/wait-until.ts";
import { expect, openClient, type Site, signIn, whenReady } from "./site.ts";

/** Small, so that it is filled in no time, but not so small that the reserve would be more than uploads need. */
const DISK = "mkdir /mnt/large && mount -t tmpfs -o size=400m tmpfs /mnt/large";
const FILL = "cat /dev/zero > /mnt/large/other 2> /dev/null || true";

/** Moves the library to another disk, fills that, and goes through the runbook. */
export async function fillDisk(site: Site): Promise<string> {
  const { machine, manual, url } = site;
  const heading = "A full disk";
  await machine.run(DISK);
  expect(await machine.run(manual.block(heading, "/mnt/large")), /3 photos .*all is well/);
  await whenReady(site);
  await waitUntil("there is a reserve", async () => (await machine.run("ls /mnt/large/vitrine")).includes("reserve"));
  await machine.run(FILL);
  const printed = expect(await machine.run(manual.block(heading, "df -h")), /100%/);
  const refused = await openClient(url).fetch("/readyz");
  expect(`${refused.status} ${await refused.text()}`, /^503 .*DISK_FULL/);

  const owner = await signIn(site);
  const picture = { name: "more.jpg", bytes: await makePicture() };
  const uploaded = await upload(owner, { slug: "lisbon" }, [picture]);
  expect(`${uploaded.status} ${JSON.stringify(uploaded.body)}`, /^(?!2)\d+ .*disk/i);
  const [photo] = (await owner.call(listPhotos)).photos;
  if (!photo) throw new Error("There are no photos");
  await owner.call(trashPhoto, { params: { id: photo.id } });
  const { deleted_count } = await owner.call(emptyTrash);
  expect(String(deleted_count), /^1$/);
  await startReadOnly(site);

  await machine.run("rm /mnt/large/other");
  await machine.run(manual.block(heading, "journalctl"));
  await machine.run("systemctl restart vitrine");
  await whenReady(site);
  await signIn(site);
  expect(await machine.run("vitrine doctor --verify"), /2 photos .*all is well/);
  return printed;
}

/** On a full disk without a reserve: visitors are served, and the log has the reason. */
async function startReadOnly({ machine, url }: Site): Promise<void> {
  await machine.run("systemctl stop vitrine && rm -f /mnt/large/vitrine/reserve");
  await machine.run(FILL);
  await machine.run("systemctl start vitrine");
  const visitor = openClient(url);
  await waitUntil("visitors are served", async () => (await visitor.fetch("/")).status === 200);
  expect(await machine.run("journalctl --output=cat --unit vitrine"), /the database cannot be written/);
}
