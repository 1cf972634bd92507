import type { PhotoId } from "../../../contract/photos.ts";
import type { UploadError } from "../../../contract/uploads.ts";
import type { Deps } from "../../deps.ts";
import { newestPhoto, photoNamed, type TakenFile, takeFile } from "../uploads/take-file.service.ts";
import { maxBytes, receiveFile } from "../uploads/uploads.service.ts";
import { safeFileName } from "../uploads/uploads.text.ts";
import { findFolderAlbum, makeFolderAlbum } from "./inbox.album.ts";
import { type Entry, isAsBefore, openFile } from "./inbox.folder.ts";
import { isSidecarOf, photoOfSidecar, readSidecar, setTexts } from "./inbox.sidecar.ts";

export type Outcome =
  /** Its photo is in the album. */
  | { kind: "taken"; album: string; photo_id: PhotoId; how: TakenFile["outcome"] | "texts"; files: Entry[] }
  /** For good: the file itself is the reason. */
  | { kind: "refused"; reason: string }
  /** Not now: it is still being written, or the server cannot store it at the moment. Refused after so many attempts. */
  | { kind: "later"; reason?: string; attempts?: number };

/** How long a sidecar may be there before its picture. */
const MAX_ATTEMPTS = 5;
const SIDECAR_WAITS_MS = 60 * 60 * 1000;

/** What can be said of an entry without reading it. */
export function refusalOf({ folder, name, kind }: Entry): string | undefined {
  if (kind === "link") return "This is a link. Put the photo itself here.";
  if (kind === "other") return "This is not a file.";
  if (folder === "") return "Put photos into a folder that has the name of an album.";
  if (safeFileName(name) === name.normalize("NFC") && isFolderOk(folder)) return undefined;
  return "The name of the file or of its folder is too long, or has characters that cannot be shown. Rename it.";
}

const isFolderOk = (folder: string) => safeFileName(folder) === folder.normalize("NFC");

type Pass = {
  /** Those that have arrived. */
  sidecars: readonly Entry[];
  /** Added so far: another file of the pass with the same bytes is a copy on purpose, because its name differs. */
  added: PhotoId[];
};

/** Its pictures are made at once. It is stored when `turn` has come. */
export async function takePicture(deps: Deps, entry: Entry, turn: Promise<unknown>, pass: Pass): Promise<Outcome> {
  const after_photo = await newestPhoto(deps);
  let album = await findFolderAlbum(deps, entry.folder);
  const replaces = album === undefined ? undefined : await photoNamed(deps, album, safeFileName(entry.name));
  const sidecar = pass.sidecars.find(({ folder, name }) => folder === entry.folder && isSidecarOf(name, entry.name));
  const texts = sidecar ? await readSidecar(sidecar) : {};
  const limit = maxBytes(deps);
  const content = await openFile(entry, limit);
  const received = await receiveFile(deps, { name: entry.name, content, isTooLarge: () => entry.size > limit });
  if (!received.ok) return outcomeOf(received.error);
  if (!(await isAsBefore(entry))) {
    await deps.storage.removeTemp(received.value.path);
    return { kind: "later" };
  }
  const taken = await takeFile(deps, {
    file: received.value,
    replaces,
    async album() {
      // The file before may have made it.
      album = (await findFolderAlbum(deps, entry.folder)) ?? (await makeFolderAlbum(deps, entry.folder));
      return album;
    },
    turn,
    known: texts,
    file_modified_on: new Date(entry.modified).toISOString(),
    after_photo,
    copies: pass.added,
    by: {},
  });
  if (!taken.ok) return outcomeOf(taken.error);
  const { photo_id, outcome } = taken.value;
  if (outcome === "added") pass.added.push(photo_id);
  if (replaces !== undefined) await setTexts(deps, photo_id, texts);
  const files = sidecar ? [entry, sidecar] : [entry];
  return { kind: "taken", album: album ?? entry.folder, photo_id, how: outcome, files };
}

/** Of a picture that came before. */
export async function takeSidecar(deps: Deps, entry: Entry, quietMs: number): Promise<Outcome> {
  const album = await findFolderAlbum(deps, entry.folder);
  const photo_id = album === undefined ? undefined : await photoOfSidecar(deps, album, entry.name);
  if (album === undefined || photo_id === undefined) {
    if (quietMs < SIDECAR_WAITS_MS) return { kind: "later" };
    return { kind: "refused", reason: "The album has no photo of this name." };
  }
  await setTexts(deps, photo_id, await readSidecar(entry));
  return { kind: "taken", album, photo_id, how: "texts", files: [entry] };
}

function outcomeOf({ error, error_type, error_details: { suggestion } }: UploadError): Outcome {
  const reason = suggestion ? `${error} ${suggestion}` : error;
  if (error_type === "UPLOAD_ERROR") return { kind: "refused", reason };
  // A file may be what breaks the making of its pictures; a full disk is not its fault.
  return { kind: "later", reason, ...(error_type === "VARIANT_GENERATION_ERROR" && { attempts: MAX_ATTEMPTS }) };
}
