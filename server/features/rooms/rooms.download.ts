import { finished, Readable } from "node:stream";
import type { QueryOf } from "../../../contract/endpoint.ts";
import type { downloadRoom } from "../../../contract/rooms.ts";
import type { Deps } from "../../deps.ts";
import { conflict, notAllowed, notFound, tooBusy } from "../../errors.ts";
import { variantKey } from "../../library/files/keys.ts";
import { createNamer, splitName } from "../../library/shown/unique-names.ts";
import type { StoredFile } from "../../platform/storage/storage.ts";
import { cameraMoment, type ZipFile, zip } from "../../platform/zip.ts";
import { makeUnlessStored, type SourcePhoto } from "../pictures/making/making.service.ts";
import { markFile } from "../pictures/serving/data-mining.ts";
import { findVisit, offers, type Visit } from "./room-access.ts";
import * as queries from "./rooms.queries.ts";

/** Each holds a connection and a file. Visitors who look at pictures have no such limit. */
const MAX_DOWNLOADS = 12;
const BATCH = 100;

type Asked = QueryOf<typeof downloadRoom>;
export type Downloads = { open(visit: Visit, asked: Asked): Promise<Readable> };

export function createDownloads(deps: Deps): Downloads {
  let running = 0;
  return {
    async open(
      visit,
      { size = visit.room.download === "original" ? "original" : "large", picks: isPicksOnly = false },
    ) {
      if (!offers(visit.room, size)) throw notAllowed("This room does not offer this download");
      const first = await queries.findFiles(deps.db, visit.room.id, { after: -1, isPicksOnly, limit: 1 });
      if (first.length === 0)
        throw conflict(isPicksOnly ? "No photos have been chosen yet" : "This room has no photos");
      if (running >= MAX_DOWNLOADS) throw tooBusy();
      running++;
      const archive = Readable.from(zip(filesOf(deps, visit, size, isPicksOnly)), { objectMode: false });
      finished(archive, () => {
        running--;
      });
      return archive;
    },
  };
}

async function* filesOf(
  deps: Deps,
  visit: Visit,
  size: "large" | "original",
  isPicksOnly: boolean,
): AsyncGenerator<ZipFile> {
  const uniqueName = createNamer();
  const missing: string[] = [];
  for (let after = -1; ; ) {
    const photos = await queries.findFiles(deps.db, visit.room.id, { after, isPicksOnly, limit: BATCH });
    for (const photo of photos) {
      await requireStillOpen(deps, visit, size);
      const file = await (size === "original" ? deps.storage.open(photo.original_key) : openLarge(deps, photo));
      if (!file) missing.push(photo.filename);
      else {
        const name = size === "original" ? photo.filename : `${splitName(photo.filename)[0]}.jpg`;
        const modified = cameraMoment(photo.captured_on ?? photo.uploaded_on);
        yield { name: uniqueName(name), modified, content: file.stream };
      }
    }
    const last = photos.at(-1);
    if (!last) break;
    after = last.position;
  }
  if (missing.length > 0) {
    const note = `These files could not be found in storage:\n${missing.join("\n")}\n`;
    yield { name: uniqueName("missing-files.txt"), modified: deps.now(), content: [Buffer.from(note)] };
  }
}

/** A download takes minutes. It ends with the room, not at the end of the archive. */
async function requireStillOpen(deps: Deps, { room, token }: Visit, size: "large" | "original"): Promise<void> {
  const now = await findVisit(deps, token);
  if (now?.room.epoch !== room.epoch || !offers(now.room, size)) throw notFound();
}

/** The same file that the room shows, with the owner's notice to those who train models. */
async function openLarge(deps: Deps, photo: PhotoToSend): Promise<StoredFile | undefined> {
  const file = await openStoredLarge(deps, photo);
  return file && deps.site.current().ai_training === "forbid" ? markFile(file) : file;
}

type PhotoToSend = Pick<SourcePhoto, "id" | "internal_id">;

/** Undefined when it cannot be made: the archive goes on without it, and lists it at its end. */
async function openStoredLarge(deps: Deps, photo: PhotoToSend): Promise<StoredFile | undefined> {
  const key = variantKey(photo.internal_id, "large", "jpeg");
  const existing = await deps.storage.open(key);
  if (existing) return existing;
  try {
    await makeUnlessStored(deps, photo, "large");
  } catch (error) {
    deps.log.warn({ err: error, photo: photo.id }, "a picture for a download could not be made");
    return undefined;
  }
  return deps.storage.open(key);
}
