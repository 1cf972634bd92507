import sharp from "sharp";
import { PictureRefusedError } from "./images.ts";
import { makePictures } from "./make-pictures.ts";
import type { WorkerReady, WorkerResponse, WorkerTask } from "./worker-messages.ts";

/** The child process that decodes pictures, one at a time. Independent of the server, and can be killed at any time. */

// Nothing is read twice, so a cache would only hold memory. One thread: there is a child per core.
sharp.cache(false);
sharp.concurrency(1);
// libvips knows dozens of formats, some of which run other programs or read other files.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadNsgif", "VipsForeignLoadWebp"],
});

// Ignore signals to the whole group (Ctrl-C, systemd): the server needs time to drain. Without a server, end.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

/** For small pictures, collecting after each would take as long as making them. */
const COLLECT_AFTER_PIXELS = 4_000_000;
let pixelsToCollect = 0;
const [, , file = ""] = process.argv;

process.on("message", async (task: WorkerTask) => {
  process.send?.(await perform(task));
  // The engine does not see the size of pixel buffers, and would keep those of several pictures.
  pixelsToCollect += task.header.width * task.header.height;
  if (pixelsToCollect < COLLECT_AFTER_PIXELS) return;
  globalThis.gc?.();
  pixelsToCollect = 0;
});

async function perform(task: WorkerTask): Promise<WorkerResponse> {
  try {
    return { outcome: "made", made: await makePictures(file, task) };
  } catch (error) {
    if (error instanceof PictureRefusedError)
      return { outcome: "refused", reason: error.reason, message: error.message };
    return { outcome: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

process.send?.({ unconfined: process.env.UNCONFINED } satisfies WorkerReady);
