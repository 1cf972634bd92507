import { createAlbum } from "../../contract/albums.ts";
import type { PhotoId } from "../../contract/photos.ts";
import { startServerProcess } from "../../server/testing/server-process.ts";
import { deleteOne, describeStarts, newLedger, restartAndVerify, uploadOne } from "./ledger.ts";

const LANES = 4;
const LONGEST_MS = 1_500;

/** Uploads and deletes from several sides, and the plug is pulled at any moment. */
export async function killAtRandom(dataDir: string, rounds: number): Promise<void> {
  const ledger = newLedger();
  let server = await startServerProcess(dataDir);
  await server.admin.call(createAlbum, { body: { title: "Album", category: "urban" } });
  for (let round = 1; round <= rounds; round++) {
    const running = server;
    let timer: NodeJS.Timeout | undefined;
    const lanes = Array.from({ length: LANES }, async () => {
      const mine: PhotoId[] = [];
      // Ends when the connection does.
      for (;;) {
        mine.push(await uploadOne(running, ledger, "album"));
        timer ??= setTimeout(() => running.signal("SIGKILL"), Math.random() * LONGEST_MS);
        const oldest = mine.length > 2 ? mine.shift() : undefined;
        if (oldest) await deleteOne(running, ledger, oldest);
      }
    });
    await Promise.allSettled(lanes);
    clearTimeout(timer);
    if ((await running.ended) !== null) throw new Error("the server ended by itself");
    server = await restartAndVerify(dataDir, ledger);
    if (round % 10 === 0) console.log(`${round} kills, ${ledger.stored.size} photos acknowledged and there`);
  }
  server.signal("SIGTERM");
  await server.ended;
  console.log(`${rounds} kills at random: ${ledger.stored.size} kept, ${ledger.gone.size} deleted, nothing lost`);
  console.log(describeStarts(ledger));
}
