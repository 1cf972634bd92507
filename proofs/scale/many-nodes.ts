import { readdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { updatePhoto } from "../../contract/photos.ts";
import { makePicture } from "../../rig/make-picture.ts";
import { upload } from "../../rig/upload.ts";
import { expect } from "../expect.ts";
import { makeAlbum, SLUG } from "../faults/ledger.ts";
import { createCluster, type Engines, query } from "./cluster.ts";

const MIGRATIONS = new URL("../../server/db/migrations", import.meta.url);
const NODES = 10;
const HIDDEN_WITHIN_MS = 2_000;

/** Ten nodes start simultaneously on an empty database, and learn of each other's changes. */
export async function startMany(engines: Engines): Promise<void> {
  await using cluster = await createCluster(engines);
  const nodes = await Promise.all(Array.from({ length: NODES }, () => cluster.startNode()));
  const [counts] = await query(
    cluster.env.DATABASE_URL,
    `select (select count(*) from kysely_migration)::int as migrations, (select count(*) from "user")::int as users,
            (select count(*) from setting where key in ('library_id', 'signing_epoch'))::int as marks`,
  );
  const migrations = (await readdir(MIGRATIONS)).length;
  const isOnce = counts?.migrations === migrations && counts.users === 1 && counts.marks === 2;
  expect(`${NODES} nodes starting simultaneously on an empty database run its ${migrations} migrations once`, isOnce);

  const [one] = nodes;
  if (!one) throw new Error("no node was started");
  await makeAlbum(one);
  const { body } = await upload(one.admin, { slug: SLUG }, [{ name: "a.jpg", bytes: await makePicture() }]);
  const [photo] = body.photos;
  if (!photo) throw new Error("the upload failed");
  const paths = [photo.image_urls.thumb, `/api/v1/albums/album/photos/${photo.id}`, `/urban/album/photo/${photo.id}`];
  // So that each node responds from memory.
  for (const node of nodes) for (const path of [...paths, ...paths]) await whenShown(node.url + path);
  await one.admin.call(updatePhoto, { params: { id: photo.id }, body: { visibility: 1 } });
  const changedAt = performance.now();
  for (const node of nodes) {
    for (const path of paths) while ((await fetch(node.url + path)).status !== 404) await delay(5);
  }
  const ms = Math.round(performance.now() - changedAt);
  expect(`a photo made private on one node is hidden on all ${NODES} after ${ms} ms`, ms <= HIDDEN_WITHIN_MS);
}

async function whenShown(url: string): Promise<void> {
  const deadline = performance.now() + HIDDEN_WITHIN_MS;
  while ((await fetch(url)).status !== 200) {
    if (performance.now() > deadline) throw new Error(`${url} is not served`);
    await delay(5);
  }
}
