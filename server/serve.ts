import type { Config } from "./config.ts";
import { createLog } from "./log.ts";
import { ensureWebBuilt } from "./pages/build-web.ts";
import { startImages } from "./platform/images/pool.ts";
import { decodingFolder } from "./platform/storage/open-storage.ts";
import { type Site, startSite } from "./start.ts";

const DRAIN_LIMIT_MS = 20_000;

/** Builds the pages if necessary, listens, and stops in order on SIGTERM or SIGINT. */
export async function serve(config: Config): Promise<Site> {
  await ensureWebBuilt();
  await using started = new AsyncDisposableStack();
  const log = createLog(config.logLevel);
  const images = started.adopt(
    startImages({ folder: decodingFolder(config), log, memoryBytes: config.memoryBytes }),
    (images) => images.close(),
  );
  const site = started.adopt(await startSite(config, { images, log }), (site) => site.stop());
  const running = started.move();

  const stop = async () => {
    // Stop even if something hangs.
    setTimeout(() => process.exit(1), DRAIN_LIMIT_MS).unref();
    await running.disposeAsync();
    process.exit(0);
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  return site;
}
