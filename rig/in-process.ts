import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { readConfig } from "../server/config.ts";
import type { Log } from "../server/log.ts";
import type { Images } from "../server/platform/images/images.ts";
import { startImages } from "../server/platform/images/pool.ts";
import { type Site, startSite } from "../server/start.ts";

export type InProcessSite = Site & { dataDir: string; images: Images };

type Given = { env?: Record<string, string>; log?: Log };

/**
 * A site with a fresh data folder in this process, for benches that fill its database directly or share its picture
 * children. Logs nothing unless a log is given.
 */
export async function startInProcess({
  env = {},
  log = pino({ level: "silent" }),
}: Given = {}): Promise<InProcessSite> {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-site-"));
  const images = startImages();
  const site = await startSite(readConfig({ PORT: "0", DATA_DIR: dataDir, ...env }), { images, log });
  return {
    ...site,
    dataDir,
    images,
    async stop() {
      await site.stop();
      await images.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
