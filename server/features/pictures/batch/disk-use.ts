import type { ResponseOf } from "../../../../contract/endpoint.ts";
import { PICTURE_SIZES } from "../../../../contract/limits.ts";
import type { getDiskUse } from "../../../../contract/pictures.ts";
import type { Deps } from "../../../deps.ts";
import { readFormerFile } from "../../../library/files/former-file.ts";
import * as queries from "./batch.queries.ts";

/** Few enough not to keep visitors waiting while they are added up. */
const PHOTOS_PER_SUM = 20_000;

export async function diskUse({ db }: Deps): Promise<ResponseOf<typeof getDiskUse>> {
  const { photos, bytes, last_id } = await queries.sumUploads(db);
  const sums = new Map(PICTURE_SIZES.map((size) => [size, { size, pictures: 0, bytes: 0 }]));
  for (let from = 0; from <= (last_id ?? 0); from += PHOTOS_PER_SUM) {
    for (const row of await queries.sumVariants(db, from, from + PHOTOS_PER_SUM)) {
      const sum = sums.get(row.size);
      if (!sum) continue;
      sum.pictures += row.pictures;
      sum.bytes += row.bytes;
    }
  }
  const kept = (await queries.findFormerFiles(db)).map((row) => readFormerFile(row)?.filesize ?? 0);
  return {
    photos,
    uploaded_bytes: bytes ?? 0,
    kept: { files: kept.length, bytes: kept.reduce((sum, size) => sum + size, 0) },
    sizes: [...sums.values()],
  };
}
