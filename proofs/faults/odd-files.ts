import { oddPictures } from "../../rig/pictures/odd-pictures.ts";
import { upload } from "../../rig/upload.ts";
import { newLedger, SLUG, startWithAlbum, uploadOne } from "./ledger.ts";
import { readers } from "./readers.ts";

const FILES_PER_REQUEST = 20;
const WAIT_LIMIT_MS = 1_000;

/** Uploads all odd and hostile files while a visitor reads. Tests cover each outcome; this proves that visitors do not wait. */
export async function oddFiles(dataDir: string): Promise<void> {
  const files = await oddPictures();
  await using server = await startWithAlbum(dataDir);
  await uploadOne(server, newLedger());
  const reading = readers(server);
  let accepted = 0;
  let wrong = 0;
  for (let start = 0; start < files.length; start += FILES_PER_REQUEST) {
    const sent = files.slice(start, start + FILES_PER_REQUEST);
    const { body } = await upload(server.admin, { slug: SLUG }, sent);
    accepted += body.photos.length;
    wrong += Math.abs(sent.filter(({ verdict }) => verdict === "accepted").length - body.photos.length);
  }
  const read = await reading.stop();
  console.log(`${files.length} odd files: ${accepted} accepted, ${files.length - accepted} refused; ${read}`);
  if (wrong > 0) throw new Error(`${wrong} got the wrong verdict`);
  if (reading.slowestMs() > WAIT_LIMIT_MS) throw new Error(`a visitor waited longer than ${WAIT_LIMIT_MS} ms`);
}
