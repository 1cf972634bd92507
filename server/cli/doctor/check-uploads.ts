import { partKeys } from "../../library/files/keys.ts";
import type { Library } from "../command/open-library.ts";
import type { Finding } from "./findings.ts";

/** Unfinished uploads that could never be completed. */
export async function* findMissingParts({ db, storage }: Library): AsyncGenerator<Finding> {
  const uploads = await db.selectFrom("upload").select(["id", "parts"]).execute();
  for (const upload of uploads) {
    for (const key of partKeys(upload)) {
      if ((await storage.sizeOf(key)) !== undefined || !(await namesPart(db, upload.id, key))) continue;
      yield { kind: "upload-part-missing", upload_id: upload.id, key };
      break;
    }
  }
}

/** Whether the upload still needs the part: it may just have become a photo. */
async function namesPart(db: Library["db"], id: string, key: string): Promise<boolean> {
  const row = await db.selectFrom("upload").select(["id", "parts"]).where("id", "=", id).executeTakeFirst();
  return row !== undefined && partKeys(row).includes(key);
}
