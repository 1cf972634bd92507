import { setTimeout as delay } from "node:timers/promises";
import { BACKGROUND_VARIANTS, type PictureSize } from "../../../../contract/limits.ts";
import type { PhotoId } from "../../../../contract/photos.ts";
import type { Deps } from "../../../deps.ts";
import { readDiskSpace } from "../../../platform/disk-space.ts";
import type { Picture } from "../../../platform/images/images.ts";
import * as queries from "./making.queries.ts";
import {
  findMadeSizes,
  findSourcePhoto,
  keepPictures,
  MakingFailedError,
  makeFromOriginal,
  makingLock,
  type SourcePhoto,
} from "./making.service.ts";

const LOCK = "background-pictures";
const PHOTOS_PER_LOOK = 500;
/** While another node is at work, and after a failure of the storage or the database. */
const RETRY_MS = 5_000;
/** Finds what a node that died, a restore from the trash or a storage failure has left. */
const LOOK_AGAIN_MS = 60 * 60 * 1000;
/** An import beside the server wakes no one. */
const LOOK_FOR_NEW_MS = 30 * 1000;
/** Above every id. */
const NEWEST = 2 ** 31 - 1;

export type Background = {
  /** Photos from this id on may lack pictures. */
  wake(from: number): void;
  /** Does not wait for the picture in the making. */
  stop(): Promise<void>;
};

/**
 * Makes the sizes that no one waits for at upload, one photo at a time, newest first, on one node at a time. What is
 * missing is read from the database, so nothing is lost in a restart, and a library of an older version catches up.
 */
export function startBackground(deps: Deps): Background {
  // On a full disk there is no room for pictures.
  if (deps.database.isReadOnly) return { wake() {}, async stop() {} };
  const stopping = new AbortController();
  const { signal } = stopping;
  /** The lowest id that may lack pictures. Undefined: none does. */
  let from: number | undefined = 0;
  let isWoken = false;
  let wakeUp = () => {};
  /** The newest photo that someone has woken this for. */
  let newest: number | undefined;

  const wake = (id: number) => {
    from = Math.min(from ?? id, id);
    isWoken = true;
    newest = newest === undefined ? undefined : Math.max(newest, id);
    wakeUp();
  };
  const timers = [setInterval(() => wake(0), LOOK_AGAIN_MS), setInterval(() => void lookForNew(), LOOK_FOR_NEW_MS)];
  for (const timer of timers) timer.unref();
  const working = work();

  return {
    wake,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      wakeUp();
      await working;
    },
  };

  async function lookForNew(): Promise<void> {
    // While the database is away there is nothing to make, and the next look finds the same.
    const found = await queries.findNewest(deps.db).catch(() => undefined);
    if (found === undefined || signal.aborted) return;
    if (newest !== undefined && found.id > newest) wake(newest + 1);
    newest = Math.max(newest ?? 0, found.id);
  }

  async function work(): Promise<void> {
    await lookForNew();
    while (!signal.aborted) {
      if (from === undefined) {
        await new Promise<void>((resolve) => {
          wakeUp = resolve;
        });
        continue;
      }
      const isOurs = await deps.locks.holdIfFree(LOCK, makeAll).catch((error: unknown) => {
        if (!signal.aborted) deps.log.warn({ err: error }, "pictures could not be made in the background; will retry");
        return false;
      });
      if (!isOurs) await pause();
    }
  }

  async function makeAll(): Promise<void> {
    let below = NEWEST;
    while (from !== undefined && !signal.aborted) {
      isWoken = false;
      const photos = await queries.countSizesFrom(deps.db, {
        from,
        below,
        sizes: BACKGROUND_VARIANTS,
        limit: PHOTOS_PER_LOOK,
      });
      for (const { id, made } of photos) {
        if (made < BACKGROUND_VARIANTS.length) await tryOne(id);
        // New photos go first.
        if (isWoken || signal.aborted) break;
      }
      const last = photos.at(-1);
      if (isWoken) below = NEWEST;
      else if (last) below = last.id;
      else from = undefined;
    }
  }

  async function tryOne(id: PhotoId): Promise<void> {
    try {
      await makeMissing(deps, id, signal);
    } catch (error) {
      if (signal.aborted) return;
      deps.log.warn({ err: error, photo: id }, "the pictures of a photo could not be made in the background");
      if (error instanceof MakingFailedError) await queries.recordFailure(deps.db, id, error.message);
      // Storage or database may be away: do not run through the whole library.
      else await pause();
    }
  }

  async function pause(): Promise<void> {
    await delay(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}

async function makeMissing(deps: Deps, id: PhotoId, signal: AbortSignal): Promise<void> {
  // An original from a bucket is copied to the disk: not before its turn has come.
  await deps.images.quiet(signal);
  const photo = await findSourcePhoto(deps, id);
  const sizes = await missingSizes(deps, id);
  if (!photo || sizes.length === 0) return;
  // Without the lock, which a visitor who asks for this photo needs: this may wait until no one asks for any picture.
  const { pictures } = await makeFromOriginal(deps, photo, withMedium(sizes), { priority: "background", signal });
  await deps.locks.hold(makingLock(id), async () => {
    // The owner may have deleted the photo or replaced its file.
    const current = await findSourcePhoto(deps, id);
    if (current?.original_key !== photo.original_key) return;
    // A visitor may have had one of them made.
    const missing = await missingSizes(deps, id);
    const wanted = pictures.filter(({ size }) => missing.some((each) => each === size));
    if (wanted.length > 0) await keepPictures(deps, photo, wanted);
    await replaceMedium(deps, photo, pictures);
  });
  deps.metrics.countJob("done");
}

/** Once per photo, with the small size: here the medium one is encoded more slowly than at upload, and has fewer bytes. */
const withMedium = (sizes: readonly PictureSize[]) => (sizes.includes("small") ? ["medium" as const, ...sizes] : sizes);

/** The URL stays: both files show the same picture, so a browser may keep the one it has. */
async function replaceMedium(deps: Deps, photo: SourcePhoto, pictures: readonly Picture[]): Promise<void> {
  const medium = pictures.filter(({ size }) => size === "medium");
  const avif = medium.find(({ format }) => format === "avif");
  const before = await queries.findVariant(deps.db, photo.id, "medium");
  if (!avif || !before?.avif_bytes || avif.bytes.length >= before.avif_bytes) return;
  // A write that fails loses the picture that is there, and a full disk would have no room to make it again.
  if ((await readDiskSpace(deps.config.dataDir)).level !== "full") await keepPictures(deps, photo, medium);
}

async function missingSizes(deps: Deps, id: PhotoId) {
  const made = await findMadeSizes(deps, id);
  return BACKGROUND_VARIANTS.filter((size) => !made.includes(size));
}
