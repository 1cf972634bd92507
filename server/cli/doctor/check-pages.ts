import { isDeepStrictEqual } from "node:util";
import { Block, type PageId } from "../../../contract/written-pages.ts";
import { transaction } from "../../db/connect.ts";
import type { Db } from "../../db/schema.ts";
import { findExistingAlbums } from "../../library/shown/albums.queries.ts";
import { albumsIn, onlyWith, photosIn } from "../../library/written/blocks.ts";
import { findPageBlocks, setBlocks } from "../../library/written/written-pages.queries.ts";
import { parseJson } from "../../platform/parse-json.ts";
import type { Finding } from "./findings.ts";

/** Pages whose blocks cannot be read, or name a photo or an album that does not exist. */
export async function* findBrokenPages(db: Db): AsyncGenerator<Finding> {
  for (const { id, blocks } of await findPageBlocks(db)) {
    if (!isDeepStrictEqual(parseJson(blocks), await mended(db, blocks))) yield { kind: "page-broken", page_id: id };
  }
}

/** Each block that can be read stays, without what does not exist. */
export function repairPage(db: Db, page: PageId): Promise<void> {
  return transaction(db, async (trx) => {
    const found = (await findPageBlocks(trx)).find(({ id }) => id === page);
    if (found) await setBlocks(trx, page, JSON.stringify(await mended(trx, found.blocks)));
  });
}

async function mended(db: Db, json: string): Promise<Block[]> {
  const stored = parseJson(json);
  const blocks = Array.isArray(stored) ? stored.flatMap((block) => Block.safeParse(block).data ?? []) : [];
  const named = photosIn(blocks);
  const rows = named.length > 0 ? await db.selectFrom("photo").select("id").where("id", "in", named).execute() : [];
  const photos = new Set(rows.map(({ id }) => id));
  const albums = await findExistingAlbums(db, albumsIn(blocks));
  return onlyWith(blocks, { hasPhoto: (id) => photos.has(id), hasAlbum: (id) => albums.has(id) });
}
