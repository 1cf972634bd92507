import { getBatchStatus, startBatch } from "../../contract/pictures.ts";
import { makePicture } from "../../rig/make-picture.ts";
import { startServerProcess } from "../../rig/server-process.ts";
import { upload } from "../../rig/upload.ts";
import { batchEnded, newLedger, SLUG, startWithAlbum, uploadOne } from "./ledger.ts";
import { restartAndVerify } from "./verify-ledger.ts";

const PHOTOS = 60;
/** Of three uploads. */
const COLOURS = ["#123456", "#345612", "#561234"];
const STOP_LIMIT_MS = 20_000;

/** SIGTERM during uploads and a batch: the server exits in time, and resumes the batch on the next start. */
export async function stopInOrder(dataDir: string): Promise<void> {
  const ledger = newLedger();
  const server = await startWithAlbum(dataDir);
  for (let count = 0; count < PHOTOS; count++) await uploadOne(server, ledger);
  await server.admin.call(startBatch, { body: { force: true, missing_only: false, size: "all", limit: 0 } });
  const pictures = await Promise.all(COLOURS.map((colour) => makePicture({ width: 5_000, height: 3_000, colour })));
  const uploads = pictures.map((bytes, index) =>
    upload(server.admin, { slug: SLUG }, [{ name: `unfinished-${index}.jpg`, bytes }]),
  );
  await someProcessed();
  const askedAt = performance.now();
  server.signal("SIGTERM");
  const status = await server.ended;
  const tookMs = Math.round(performance.now() - askedAt);
  const outcomes = await Promise.allSettled(uploads);
  const acknowledged = outcomes.filter((one) => one.status === "fulfilled" && one.value.status === 201).length;
  if (status !== 0 || tookMs > STOP_LIMIT_MS) throw new Error(`exited with ${status} after ${tookMs} ms`);

  const again = await startServerProcess(dataDir);
  const resumed = (await again.admin.call(getBatchStatus)).job;
  await batchEnded(again);
  const { job } = await again.admin.call(getBatchStatus);
  if (!resumed || job?.processed !== job?.total || job?.failed !== 0) throw new Error(`batch: ${JSON.stringify(job)}`);
  const kept = await again.admin.fetch("/api/v1/admin/photos?q=unfinished").then((response) => response.json());
  // The server checks its responses against the contract.
  const { total } = kept as { total: number };
  if (total !== acknowledged) throw new Error(`${acknowledged} uploads were acknowledged, ${total} are there`);
  await again.stop();
  const verified = await restartAndVerify(dataDir, ledger);
  await verified.stop();
  console.log(
    `SIGTERM during ${COLOURS.length} uploads and a batch of ${PHOTOS}: exited with 0 after ${tookMs} ms (bar ${STOP_LIMIT_MS}), ` +
      `${acknowledged} acknowledged uploads present, the batch resumed at ${resumed.processed} and reached ${job?.total}`,
  );

  async function someProcessed(): Promise<void> {
    for (;;) {
      const { job } = await server.admin.call(getBatchStatus);
      if (job && job.processed >= 5) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
