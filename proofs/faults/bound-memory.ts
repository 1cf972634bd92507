import { getBatchStatus, startBatch } from "../../contract/pictures.ts";
import { insertRows, photoRow } from "../../rig/photo-row.ts";
import { startServerProcess } from "../../rig/server-process.ts";
import { upload } from "../../rig/upload.ts";
import { connectDatabase } from "../../server/db/connect.ts";
import { grainyPhoto, heaviestPictures } from "./large-pictures.ts";
import { SLUG, startWithAlbum } from "./ledger.ts";
import { watchMemory } from "./watch-memory.ts";

const LIMIT_MB = 768;

/**
 * Uploads the pictures that take the most memory, then remakes them and this number of photos of 24 megapixels. The
 * server and its children together must stay below the limit, as the sum of their proportional shares (PSS). Nothing enforces
 * it here.
 */
export async function boundMemory(dataDir: string, photos: number): Promise<void> {
  let server = await startWithAlbum(dataDir, { MEMORY_MB: String(LIMIT_MB) });
  const heaviest = await heaviestPictures();
  const uploading = watchMemory(server);
  for (const file of [{ name: "24-megapixels.jpg", bytes: await grainyPhoto() }, ...heaviest]) {
    const { body } = await upload(server.admin, { slug: SLUG }, [file]);
    if (body.photos.length === 0) throw new Error(`${file.name}: ${JSON.stringify(body.failed_uploads)}`);
  }
  reportPeak(`uploads of ${heaviest.length + 1} heavy pictures`, uploading.stop());
  await server.stop();
  await addPhotos(dataDir, photos);

  server = await startServerProcess(dataDir, { MEMORY_MB: String(LIMIT_MB) });
  const watched = watchMemory(server);
  const startedAt = performance.now();
  await server.admin.call(startBatch, { body: { force: true, missing_only: false, size: "all", limit: 0 } });
  let job = (await server.admin.call(getBatchStatus)).job;
  while (job?.state === "running") {
    await new Promise((resolve) => setTimeout(resolve, 500));
    job = (await server.admin.call(getBatchStatus)).job;
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  reportPeak(`forced batch of ${job?.processed} photos, ${job?.failed} failed, ${seconds} s`, watched.stop());
  if ((await server.stop()) !== 0) throw new Error("the server did not exit with 0");
  if (job?.failed !== 0) throw new Error("photos failed: a child was killed");
}

function reportPeak(what: string, peakMb: number): void {
  console.log(`${what}: all processes together peaked at ${peakMb} MB (bar ${LIMIT_MB})`);
  if (peakMb > LIMIT_MB) throw new Error("over the memory limit");
}

/** Many photos that share one original; each is decoded separately. */
async function addPhotos(dataDir: string, count: number): Promise<void> {
  const { db, close } = connectDatabase({ dataDir, databaseUrl: undefined });
  const { original_key } = await db
    .selectFrom("photo")
    .select("original_key")
    .where("filename", "=", "24-megapixels.jpg")
    .executeTakeFirstOrThrow();
  await insertRows(
    db,
    Array.from({ length: count }, () => photoRow(new Date(), { original_key })),
  );
  await close();
}
