import type { Config } from "./config.ts";
import { createLog } from "./log.ts";
import { ensureWebBuilt } from "./pages/build-web.ts";
import { startImages } from "./platform/images/pool.ts";
import { type Site, startSite } from "./start.ts";

const DRAIN_LIMIT_MS = 20_000;

/** Builds the pages if need be, listens, and stops in order when the system says so. */
export async function serve(config: Config): Promise<Site> {
  await ensureWebBuilt();
  const images = startImages();
  const site = await startSite(config, { images, log: createLog() });

  const stop = async () => {
    // Whatever hangs, an operator's stop must stop.
    setTimeout(() => process.exit(1), DRAIN_LIMIT_MS).unref();
    await site.stop();
    await images.close();
    process.exit(0);
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  return site;
}
