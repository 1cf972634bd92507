import type { PhotoId } from "../../../contract/photos.ts";
import type { Db } from "../../db/schema.ts";

export function findOriginalKeys(db: Db, ids: readonly PhotoId[]) {
  return db.selectFrom("photo").select(["id", "original_key"]).where("id", "in", ids).execute();
}
