import { availableParallelism } from "node:os";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { settleAll } from "../../platform/settle-all.ts";
import { slugBase } from "../albums/albums.slug.ts";
import { findFolderAlbum } from "./inbox.album.ts";
import { type Entry, moveToDone, moveToRefused } from "./inbox.folder.ts";
import type { Patience } from "./inbox.patience.ts";
import type { QuietEntry } from "./inbox.quiet.ts";
import { createReport } from "./inbox.report.ts";
import { isSidecar, isSidecarOf } from "./inbox.sidecar.ts";
import { type Outcome, refusalOf, takePicture, takeSidecar } from "./inbox.take.ts";

/** Keeps every core busy, while the next files are read and the last are stored. Each takes temporary disk space. */
const AT_ONCE = availableParallelism() + 2;

type Given = {
  inbox: string;
  /** Everything in it, quiet or not. */
  present: readonly Entry[];
  quiet: readonly QuietEntry[];
  patience: Patience;
  isStopped(): boolean;
  onStored(id: PhotoId): void;
};

/** Takes everything that has been quiet for long enough: side by side, and stored in the order of their names. */
export async function takeQuiet(deps: Deps, { inbox, present, quiet, patience, isStopped, onStored }: Given) {
  const report = createReport(deps);
  const sidecars = quiet.map(({ entry }) => entry).filter((entry) => isSidecar(entry) && !refusalOf(entry));
  const pass = { sidecars, added: [] };
  const used = new Set<Entry>();
  const running = new Set<Promise<void>>();
  let turn: Promise<unknown> = Promise.resolve();
  for (const each of await oncePerName(deps, inOrder(quiet))) {
    if (isStopped()) break;
    if (patience.isWaiting(each.entry)) continue;
    const work = takeEntry(each, turn);
    turn = Promise.allSettled([turn, work]);
    const ended = work.then(() => {}).finally(() => running.delete(ended));
    running.add(ended);
    if (running.size >= AT_ONCE) await Promise.race(running);
  }
  await settleAll([...running]);
  await report.finish();

  async function takeEntry({ entry, quietMs }: QuietEntry, turn: Promise<unknown>): Promise<void> {
    try {
      const decided = await decide(entry, quietMs, turn);
      if (decided === undefined) return;
      const outcome = patience.judge(entry, decided);
      if (outcome.kind === "refused") await moveToRefused(inbox, entry, outcome.reason);
      if (outcome.kind === "taken" && outcome.how !== "texts") onStored(outcome.photo_id);
      await report.add(entry, outcome);
      if (outcome.kind === "taken") for (const file of outcome.files) await moveToDone(inbox, file);
    } catch (error) {
      deps.log.warn({ err: error, file: entry.path }, "a file of the inbox could not be taken; will try again");
      patience.wait(entry);
    }
  }

  /** Undefined: a sidecar that goes along with its picture. */
  async function decide(entry: Entry, quietMs: number, turn: Promise<unknown>): Promise<Outcome | undefined> {
    const reason = refusalOf(entry);
    if (reason !== undefined) return { kind: "refused", reason };
    if (!isSidecar(entry)) {
      const outcome = await takePicture(deps, entry, turn, pass);
      if (outcome.kind === "taken") for (const file of outcome.files) used.add(file);
      return outcome;
    }
    // Its picture may be one of those before it.
    await turn;
    const isForOther = present.some(
      (other) => other.folder === entry.folder && other !== entry && isSidecarOf(entry.name, other.name),
    );
    if (used.has(entry) || isForOther) return undefined;
    return takeSidecar(deps, entry, quietMs);
  }
}

const byName = new Intl.Collator("en", { numeric: true });

/** The order of the names is that of the photos in the album. Pictures come before the sidecars of others. */
function inOrder(quiet: readonly QuietEntry[]): QuietEntry[] {
  return quiet.toSorted(
    ({ entry: one }, { entry: other }) =>
      byName.compare(one.folder, other.folder) ||
      Number(isSidecar(one)) - Number(isSidecar(other)) ||
      byName.compare(one.name, other.name),
  );
}

/**
 * The second of a name in an album is taken at the next look, as the new file of the first's photo: in two folders of the
 * album, or in one where a file system knows the name in two spellings.
 */
async function oncePerName(deps: Deps, quiet: readonly QuietEntry[]): Promise<QuietEntry[]> {
  const albums = new Map<string, string>();
  for (const folder of new Set(quiet.map(({ entry }) => entry.folder))) {
    albums.set(folder, (await findFolderAlbum(deps, folder)) ?? slugBase(folder));
  }
  const seen = new Set<string>();
  return quiet.filter(({ entry: { folder, name } }) => {
    const place = `${albums.get(folder)}/${name.normalize()}`;
    return seen.size < seen.add(place).size;
  });
}
