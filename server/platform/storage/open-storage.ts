import { join } from "node:path";
import type { Config } from "../../config.ts";
import { DECODING, diskStorage } from "./disk.ts";
import { s3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

const localFolder = ({ dataDir }: Pick<Config, "dataDir">) => join(dataDir, "storage");

export function openStorage(config: Pick<Config, "s3" | "dataDir">): Storage {
  const folder = localFolder(config);
  return config.s3 ? s3Storage(config.s3, folder) : diskStorage(folder);
}

/** On the same disk as the files, so that a decoder gets one without a copy. */
export const decodingFolder = (config: Pick<Config, "dataDir">) => join(localFolder(config), DECODING);
