import { isDeepStrictEqual } from "node:util";
import type { AlbumId } from "../../../contract/album-id.ts";
import { Panel } from "../../../contract/sequences.ts";
import { transaction } from "../../db/connect.ts";
import type { Db } from "../../db/schema.ts";
import { photosOf, withMembers } from "../../library/orders/line.ts";
import * as queries from "../../library/orders/versions.queries.ts";
import { parseJson } from "../../platform/parse-json.ts";
import type { Finding } from "./findings.ts";

/**
 * Lines that cannot be read or name a photo twice, and albums without exactly one current version. A photo that has left
 * the album, or has come since, is no fault: see library/orders/line.ts.
 */
export async function* findBrokenLines(db: Db): AsyncGenerator<Finding> {
  const albums = await db.selectFrom("album_version").select("album_id").distinct().orderBy("album_id").execute();
  for (const { album_id } of albums) {
    const versions = await queries.findVersions(db, album_id);
    const isSound = versions.every(({ panels }) => isSame(panels, mended(panels)));
    if (!isSound || versions.every(({ current }) => current === 0)) yield { kind: "line-broken", album_id };
  }
}

/** Each panel that can be read stays. Where no version is current, the first one becomes so. */
export function repairLines(db: Db, album: AlbumId): Promise<void> {
  return transaction(db, async (trx) => {
    const versions = await queries.findVersions(trx, album);
    const current = versions.find((version) => version.current === 1) ?? versions[0];
    for (const version of versions) {
      await queries.updateVersion(trx, {
        id: version.id,
        panels: JSON.stringify(mended(version.panels)),
        revision: version.revision + 1,
        current: version === current ? 1 : 0,
      });
    }
  });
}

function mended(json: string): Panel[] {
  const panels = parseJson(json);
  const readable = Array.isArray(panels) ? panels.flatMap((panel) => Panel.safeParse(panel).data ?? []) : [];
  return withMembers(readable, photosOf(readable));
}

/** Compared as values: the order of the fields does not count. */
const isSame = (json: string, panels: readonly Panel[]) => isDeepStrictEqual(parseJson(json), panels);
