import { join } from "node:path";
import type { Config } from "../../config.ts";
import { diskStorage } from "./disk.ts";
import { s3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

export function openStorage({ s3, dataDir }: Pick<Config, "s3" | "dataDir">): Storage {
  const folder = join(dataDir, "storage");
  return s3 ? s3Storage(s3, folder) : diskStorage(folder);
}
