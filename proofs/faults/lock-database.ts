import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createAlbum } from "../../contract/albums.ts";
import type { ServerProcess } from "../../rig/server-process.ts";
import { newLedger, startWithAlbum, uploadOne } from "./ledger.ts";
import { readers } from "./readers.ts";
import { verifyByRestart } from "./verify-ledger.ts";

/** How long a write waits for another process to release the database. */
const PATIENCE_MS = 5_000;
const SLACK_MS = 3_000;

/** Another process locks the database: a change waits a short while, then fails with 503; reads continue either way. */
export async function lockDatabase(dataDir: string): Promise<void> {
  const ledger = newLedger();
  await using server = await startWithAlbum(dataDir);
  await uploadOne(server, ledger);
  for (const [seconds, expected] of [
    [3, 201],
    [30, 503],
  ] as const) {
    const reading = readers(server);
    const released = holdFor(dataDir, seconds);
    const { status, tookMs } = await createAlbumTimed(server);
    await released;
    const read = await reading.stop();
    if (status !== expected) throw new Error(`locked for ${seconds} s: a change returned ${status}`);
    if (tookMs > PATIENCE_MS + SLACK_MS) throw new Error(`locked for ${seconds} s: answered only after ${tookMs} ms`);
    await uploadOne(server, ledger);
    console.log(
      `locked for ${seconds} s: a change returned ${status} after ${tookMs} ms, ${read}; changes work again afterwards`,
    );
  }
  await server.stop();
  await verifyByRestart(dataDir, ledger);
}

function holdFor(dataDir: string, seconds: number): Promise<void> {
  const other = new DatabaseSync(join(dataDir, "vitrine.sqlite"));
  other.exec("begin immediate");
  return new Promise((resolve) => {
    setTimeout(() => {
      other.exec("commit");
      other.close();
      resolve();
    }, seconds * 1000);
  });
}

async function createAlbumTimed({ admin }: ServerProcess): Promise<{ status: number; tookMs: number }> {
  const startedAt = performance.now();
  const { status, headers } = await admin.request(createAlbum, { body: { title: "Another", category: "urban" } });
  if (status === 503 && !headers.get("retry-after")) throw new Error("503 without Retry-After");
  return { status, tookMs: Math.round(performance.now() - startedAt) };
}
