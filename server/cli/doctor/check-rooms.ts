import { existsSync } from "node:fs";
import { openSealing } from "../../library/secrets/sealing.ts";
import { readKeyFile } from "../../platform/key-file.ts";
import type { Library } from "../command/open-library.ts";
import type { Finding } from "./findings.ts";

/**
 * Open rooms whose links were sealed with another key, as after a restore: visitors get in, but the owner cannot copy the
 * link. Without a key file no server has started here yet.
 */
export async function* findSealedLinks({ db, config }: Library): AsyncGenerator<Finding> {
  if (!existsSync(config.signingKeyFile)) return;
  const rooms = await db.selectFrom("room").select(["title", "token_sealed"]).where("closed", "=", 0).execute();
  const sealing = openSealing(readKeyFile(config.signingKeyFile));
  const unreadable = rooms.filter(({ token_sealed }) => sealing.unseal(token_sealed) === undefined);
  const [first] = unreadable;
  if (first) yield { kind: "room-link-sealed", count: unreadable.length, first: first.title };
}
