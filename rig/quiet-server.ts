/**
 * The server for browser tests. It makes no pictures in the background, which would take a sixth of the processor from
 * the tests: pages get every size by asking for it.
 */
import { readConfig } from "../server/config.ts";
import { createLog } from "../server/log.ts";
import { startImages } from "../server/platform/images/pool.ts";
import { decodingFolder } from "../server/platform/storage/open-storage.ts";
import { startSite } from "../server/start.ts";
import { rememberPictures } from "./remember-pictures.ts";

const config = readConfig(process.env);
const HOUR_MS = 60 * 60 * 1000;
// Between two tests that need a picture may be more than the usual time, and starting a child takes half a second.
const images = rememberPictures(startImages({ folder: decodingFolder(config), quietMs: HOUR_MS, idleMs: HOUR_MS }));
const site = await startSite(config, { images, log: createLog(config.logLevel) });
process.stdout.write(`Vitrine is at ${site.url}\n`);
process.once("SIGTERM", async () => {
  await site.stop();
  await images.close();
  process.exit(0);
});
