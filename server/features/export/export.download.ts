import { Readable } from "node:stream";
import type { Deps } from "../../deps.ts";
import { type Actor, recordActivity } from "../../library/activity.ts";
import { openSignedZip } from "../../library/secrets/signed-download.ts";
import type { SignedQuery } from "../../library/secrets/signing.ts";
import type { ZipFile } from "../../platform/zip.ts";
import { exportMessages, hasMessages, MESSAGES_FILE } from "../messages/messages.export.ts";
import { COLLECTION_FILE, type Collection } from "./collection.ts";
import {
  describeLibrary,
  exportedSite,
  exportedSitePictures,
  exportedTexts,
  exportedTime,
} from "./describe-library.ts";
import { exportedPhotos } from "./exported-photos.ts";
import { writeSidecar } from "./xmp-sidecar.ts";

export const EXPORT_PATH = "/downloads/library.zip";
const LINK_SECONDS = 5 * 60;

/** A plain link cannot carry the admin's token, so the URL is signed and valid for a few minutes. */
export async function signExport(deps: Deps, by: Actor): Promise<string> {
  await recordActivity(deps, { action: "library-exported", ...by });
  return deps.signing.signUntil(EXPORT_PATH, Math.ceil(deps.now().getTime() / 1000) + LINK_SECONDS);
}

/** What `export` writes into a folder, as a ZIP that is made while it is sent. */
export const openExport = (deps: Deps, query: SignedQuery): Promise<Readable> =>
  openSignedZip(deps, { path: EXPORT_PATH, query }, exportedFiles(deps));

async function* exportedFiles(deps: Deps): AsyncGenerator<ZipFile> {
  const { storage, now } = deps;
  const description = await describeLibrary(deps);
  const { collection, fileOf } = description;
  for await (const { photo, file, original_key } of exportedPhotos(deps, fileOf)) {
    const modified = exportedTime(photo);
    yield { name: file, modified, content: (await storage.open(original_key))?.stream };
    yield { name: `${file}.xmp`, modified, content: [Buffer.from(writeSidecar(photo))] };
  }
  yield { name: COLLECTION_FILE, modified: now(), content: Readable.from(asJson(collection)) };
  for await (const { file, content } of exportedTexts(deps, description)) {
    yield { name: file, modified: now(), content: [Buffer.from(content)] };
  }
  for await (const { file, content } of exportedSitePictures(deps, collection)) {
    yield { name: file, modified: now(), content: [content] };
  }
  yield { name: "site.json", modified: now(), content: [Buffer.from(exportedSite(deps))] };
  if (await hasMessages(deps)) {
    yield { name: MESSAGES_FILE, modified: now(), content: Readable.from(exportMessages(deps)) };
  }
}

/** In pieces: the description of a large library is longer than a string may be. */
function* asJson(collection: Collection): Generator<Buffer> {
  let separator = "{";
  for (const [name, value] of Object.entries(collection)) {
    if (value === undefined) continue;
    yield Buffer.from(`${separator}\n${JSON.stringify(name)}: `);
    if (Array.isArray(value)) {
      yield Buffer.from("[");
      for (const [index, element] of value.entries()) {
        yield Buffer.from(`${index > 0 ? ",\n" : "\n"}${JSON.stringify(element)}`);
      }
      yield Buffer.from("]");
    } else yield Buffer.from(JSON.stringify(value));
    separator = ",";
  }
  yield Buffer.from("\n}\n");
}
