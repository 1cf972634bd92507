import sharp from "sharp";
import { PictureRefusedError } from "./images.ts";
import { makePictures } from "./make-pictures.ts";
import type { WorkerAnswer, WorkerTask } from "./worker-messages.ts";

/** The child process in which pictures are decoded, one at a time. It knows nothing of the server and can be killed. */

// Nothing is asked for twice, so keeping what was read would only hold memory. One thread: there is a child per core.
sharp.cache(false);
sharp.concurrency(1);
// libvips knows dozens of formats, some of which run other programs or read other files.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadNsgif", "VipsForeignLoadWebp"],
});

// A signal to the whole group (Ctrl-C, systemd) must leave the server time to drain; without it there is nothing to do.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

process.on("message", async (task: WorkerTask) => {
  process.send?.(await answer(task));
  // The pixels of one picture are far more than the engine knows of; left to itself it would keep those of several.
  globalThis.gc?.();
});

async function answer(task: WorkerTask): Promise<WorkerAnswer> {
  try {
    return { outcome: "made", made: await makePictures(task) };
  } catch (error) {
    if (error instanceof PictureRefusedError)
      return { outcome: "refused", reason: error.reason, message: error.message };
    return { outcome: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}
