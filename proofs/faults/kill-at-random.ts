import { join } from "node:path";
import { listAlbumPhotos, reorderAlbumPhotos } from "../../contract/albums.ts";
import type { PhotoId } from "../../contract/photos.ts";
import { startBatch } from "../../contract/pictures.ts";
import type { ServerProcess } from "../../rig/server-process.ts";
import { deleteOne, type Ledger, newLedger, SLUG, startWithAlbum, uploadOne } from "./ledger.ts";
import { describeStarts, restartAndVerify } from "./verify-ledger.ts";

const LANES = 3;
const KILL_WITHIN_MS = 1_500;

/** Side by side on two cores: after each kill, a site restarts and is checked. */
const SITES = 2;

/** Several clients upload, delete, reorder and start batches, and the server is killed at a random moment. */
export async function killAtRandom(dataDir: string, rounds: number): Promise<void> {
  const sites = Array.from({ length: SITES }, (_, site) => {
    const share = Math.floor((rounds + site) / SITES);
    return killSite(join(dataDir, `site-${site + 1}`), share);
  });
  const ledgers = await Promise.all(sites);
  const kept = ledgers.reduce((sum, { stored }) => sum + stored.size, 0);
  const deleted = ledgers.reduce((sum, { gone }) => sum + gone.size, 0);
  console.log(`${rounds} kills at random: ${kept} kept, ${deleted} deleted, nothing lost`);
  console.log(describeStarts({ starts: ledgers.flatMap(({ starts }) => starts) }));
}

async function killSite(dataDir: string, rounds: number): Promise<Ledger> {
  const ledger = newLedger();
  let server = await startWithAlbum(dataDir);
  for (let round = 1; round <= rounds; round++) {
    const running = server;
    let isDoomed = false;
    // Only after something was acknowledged that could be lost.
    const acknowledged = () => {
      if (!isDoomed) setTimeout(() => running.signal("SIGKILL"), Math.random() * KILL_WITHIN_MS);
      isDoomed = true;
    };
    const lanes = Array.from({ length: LANES }, () => uploadAndDelete(running, ledger, acknowledged));
    await Promise.allSettled([...lanes, reorderAndRemake(running)]);
    if ((await running.ended) !== null) throw new Error("the server exited on its own");
    server = await restartAndVerify(dataDir, ledger);
    if (round % 10 === 0) console.log(`${round} kills, ${ledger.stored.size} acknowledged photos present`);
  }
  await server.stop();
  return ledger;
}

/** Runs until the connection breaks. */
async function uploadAndDelete(server: ServerProcess, ledger: Ledger, acknowledged: () => void): Promise<never> {
  const mine: PhotoId[] = [];
  for (;;) {
    mine.push(await uploadOne(server, ledger));
    acknowledged();
    const oldest = mine.length > 1 ? mine.shift() : undefined;
    if (oldest) await deleteOne(server, ledger, oldest);
  }
}

/** Refusals are fine: the album changes under it, and a batch may be running. Runs until the connection breaks. */
async function reorderAndRemake({ admin }: ServerProcess): Promise<never> {
  for (;;) {
    const { photos } = await admin.call(listAlbumPhotos, { params: { slug: SLUG } });
    const photo_ids = photos.map(({ id }) => id).reverse();
    await admin.request(reorderAlbumPhotos, { params: { slug: SLUG }, body: { photo_ids } });
    await admin.request(startBatch, { body: { force: true, missing_only: false, limit: 2 } });
  }
}
