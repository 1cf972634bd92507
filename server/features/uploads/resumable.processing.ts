import { availableParallelism } from "node:os";
import type { PhotoId } from "../../../contract/photos.ts";
import type { Deps } from "../../deps.ts";
import { ImagesBusyError } from "../../platform/images/images.ts";
import { repeat } from "../../platform/repeat.ts";
import { processUpload, sweepUploads } from "./resumable.service.ts";

/** Keeps every core busy, while the next files are being joined. Each takes temporary disk space. */
const AT_ONCE = availableParallelism() + 2;
const SWEEP_EVERY_MS = 60_000;
const FIRST_SWEEP_MS = 1_000;

export type Processing = { add(id: string): void; stop(): Promise<void> };

/** Makes photos of the files that have arrived in full, also of those that a dead server left. */
export function startProcessing(deps: Deps, onStored: (id: PhotoId) => void): Processing {
  const waiting = new Set<string>();
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  function add(id: string) {
    if (!running.has(id)) waiting.add(id);
    startWaiting();
  }

  function startWaiting() {
    for (const id of waiting) {
      if (running.size >= AT_ONCE || stopping.signal.aborted) return;
      waiting.delete(id);
      running.set(
        id,
        run(id).finally(() => {
          running.delete(id);
          startWaiting();
        }),
      );
    }
  }

  async function run(id: string) {
    try {
      const stored = await processUpload(deps, id, stopping.signal);
      if (stored !== undefined) onStored(stored);
    } catch (error) {
      deps.log.error({ err: error, upload: id }, "an upload could not be processed; will retry");
    }
  }

  const sweeps = repeat(() => sweepUploads(deps, add), {
    everyMs: SWEEP_EVERY_MS,
    firstAfterMs: FIRST_SWEEP_MS,
    log: deps.log,
    failure: "sweep of uploads failed; will retry",
  });

  return {
    add,
    async stop() {
      stopping.abort(new ImagesBusyError("The server is shutting down."));
      await sweeps.stop();
      await Promise.all(running.values());
    },
  };
}
