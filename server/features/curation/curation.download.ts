import type { Readable } from "node:stream";
import type { Deps } from "../../deps.ts";
import { recordIfPossible } from "../../library/activity.ts";
import { openSignedZip } from "../../library/secrets/signed-download.ts";
import type { SignedQuery } from "../../library/secrets/signing.ts";
import { createNamer } from "../../library/shown/unique-names.ts";
import { cameraMoment, type ZipFile } from "../../platform/zip.ts";
import * as queries from "./curation.queries.ts";

export const DOWNLOAD_PATH = "/downloads/quick-collection.zip";
const LINK_SECONDS = 5 * 60;
const BATCH = 100;

/** A plain link cannot carry the admin's token, so the URL is signed and valid for a few minutes. */
export function signDownload({ signing, now }: Deps): string {
  return signing.signUntil(DOWNLOAD_PATH, Math.ceil(now().getTime() / 1000) + LINK_SECONDS);
}

/** The collection's files as uploaded, in its order. */
export const openDownload = (deps: Deps, query: SignedQuery, ip: string): Promise<Readable> =>
  openSignedZip(deps, { path: DOWNLOAD_PATH, query }, collectedFiles(deps, ip));

async function* collectedFiles(deps: Deps, ip: string): AsyncGenerator<ZipFile> {
  const { db, storage } = deps;
  // Only here: HEAD opens the download and never reads it.
  await recordIfPossible(deps, { action: "collection-downloaded", address: ip });
  const uniqueName = createNamer();
  for (let after = -1; ; ) {
    const photos = await queries.findCollectedFiles(db, after, BATCH);
    for (const { filename, original_key, captured_on, uploaded_on } of photos) {
      const content = (await storage.open(original_key))?.stream;
      yield { name: uniqueName(filename), modified: cameraMoment(captured_on ?? uploaded_on), content };
    }
    const last = photos.at(-1);
    if (!last) break;
    after = last.quick_position;
  }
}
