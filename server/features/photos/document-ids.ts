import type { PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { readSetting, writeSetting } from "../../library/settings.queries.ts";
import { readDocumentId } from "../../platform/images/facts.ts";
import { findXmp, readXmp } from "../../platform/images/xmp.ts";
import { type Repeated, repeat } from "../../platform/repeat.ts";
import * as queries from "./photos.queries.ts";

/** Written by the migration that added the ids: photos below this one were uploaded before, and are still to be read. */
const SETTING = "document_ids_below";
const DONE = "0";
const PHOTOS_PER_STEP = 50;
/** Programs write XMP at the beginning of a file. */
const HEAD_BYTES = 512 * 1024;
const RETRY_MS = 60 * 60 * 1000;
const FIRST_MS = 30_000;

/** Reads the document ids of photos that were uploaded before they were kept, as far as their files have one. */
export function startDocumentIds(deps: Deps): Repeated {
  const stopping = new AbortController();
  const failure = "document ids could not be read from earlier files; will retry";
  const repeated = repeat(() => readEarlier(deps, stopping.signal), {
    everyMs: RETRY_MS,
    firstAfterMs: FIRST_MS,
    log: deps.log,
    failure,
  });
  return {
    stop() {
      stopping.abort();
      return repeated.stop();
    },
  };
}

export async function readEarlier(deps: Deps, signal: AbortSignal): Promise<void> {
  // One node is enough.
  await deps.locks.holdIfFree(SETTING, async () => {
    while (!signal.aborted) {
      const below = Number(await readSetting(deps.db, SETTING));
      if (!below) return;
      const photos = await queries.findWithoutDocument(deps.db, below as PhotoId, PHOTOS_PER_STEP);
      for (const { id, original_key } of photos) {
        const document_id = await readFrom(deps, original_key);
        if (document_id !== null) await queries.setDocument(deps.db, id, document_id);
      }
      await writeSetting(deps.db, SETTING, String(photos.at(-1)?.id ?? DONE));
    }
  });
}

async function readFrom({ storage }: Deps, key: string): Promise<string | null> {
  const file = await storage.open(key);
  if (!file) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of file.stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    // Leaving the loop closes the stream.
    if (length >= HEAD_BYTES) break;
  }
  const packet = findXmp(Buffer.concat(chunks));
  return packet ? readDocumentId(readXmp(packet)) : null;
}
