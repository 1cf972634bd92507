import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { transaction } from "../../db/connect.ts";
import type { UploadRow } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import type { Actor } from "../../library/activity.ts";
import { beginPut, endPut, finishDeletes, recordDelete, undoPut } from "../../library/files/intents.ts";
import { partKey, readParts } from "../../library/files/keys.ts";
import { expiry, newUpload, requireQuota } from "./resumable.begin.ts";
import { readWhole } from "./resumable.parts.ts";
import * as queries from "./resumable.queries.ts";
import { maxBytes, type ReceivedFile, receiveFile, type UploadResult } from "./uploads.service.ts";

const MAX_PARTS = 2_000;

type NumberedPart = { position: number; file: ReceivedFile };

/**
 * Keeps a part of a file that comes in numbered parts, each in a request of its own and at any node. Its sender calls the
 * file by `key`. Returns how many parts there are now.
 */
export function keepNumberedPart(deps: Deps, key: string, part: NumberedPart, by: Actor): Promise<number> {
  const id = uploadIdOf(key);
  return deps.locks.hold(`upload/${id}`, async () => {
    const row = await queries.findUpload(deps.db, id);
    const former = row ? readParts(row) : [];
    const kept = partsBeside(part, isExpired(deps, row) ? [] : former);
    const name = `${part.position}-${part.file.filesize}-${randomBytes(4).toString("hex")}`;
    const parts = [...kept, name].sort((one, other) => readPart(one).position - readPart(other).position);
    const received = parts.reduce((sum, each) => sum + readPart(each).bytes, 0);
    const isTooLarge = received > maxBytes(deps);
    if (isTooLarge || parts.length > MAX_PARTS) {
      await forgetNumberedParts(deps, key);
      const { upload_max_mb } = deps.site.current();
      const reason = isTooLarge ? `is larger than ${upload_max_mb}MB.` : "arrives in too many parts.";
      throw new AppError(413, "TOO_LARGE", `The file ${reason}`);
    }
    const intent = await beginPut(deps, [partKey(id, name)]);
    try {
      await deps.storage.putFile(partKey(id, name), part.file.path);
      const begun = await newUpload(deps, by);
      const deletes = await transaction(deps.db, async (trx) => {
        // First: an upload that has begun must not be refused because of itself.
        await queries.deleteUpload(trx, id);
        await requireQuota(trx, deps.now(), received);
        // How long it will be is not known: longer than what has arrived.
        const now = { id, parts: JSON.stringify(parts), received, length: received + 1, expires_at: expiry(deps) };
        await queries.insertUpload(trx, { ...begun, ...now });
        await endPut(trx, intent);
        const dropped = former.filter((each) => !kept.includes(each));
        return recordDelete(
          trx,
          dropped.map((each) => partKey(id, each)),
          deps.now(),
        );
      });
      await finishDeletes(deps, deletes);
    } catch (error) {
      await undoPut(deps, intent);
      throw error;
    }
    return parts.length;
  });
}

/** The whole file. Its parts stay until they are forgotten, for a sender who asks again. Undefined without any. */
export async function joinNumberedParts(
  deps: Deps,
  key: string,
  filename: string,
): Promise<UploadResult<ReceivedFile> | undefined> {
  const row = await queries.findUpload(deps.db, uploadIdOf(key));
  if (!row || isExpired(deps, row)) return undefined;
  const content = Readable.from(readWhole(deps.storage, row));
  return receiveFile(deps, { name: filename, content, isTooLarge: () => false });
}

export async function forgetNumberedParts(deps: Deps, key: string): Promise<void> {
  const deletes = await transaction(deps.db, async (trx) => {
    const row = await queries.deleteUpload(trx, uploadIdOf(key));
    const keys = row ? readParts(row).map((name) => partKey(row.id, name)) : [];
    return recordDelete(trx, keys, deps.now());
  });
  await finishDeletes(deps, deletes);
}

/** Not like that of any other upload, which begins with a time. */
const uploadIdOf = (key: string) => createHash("sha256").update(key).digest("hex").slice(0, 32);

const isExpired = ({ now }: Deps, row: UploadRow | undefined) => !!row && row.expires_at <= now().toISOString();

function readPart(name: string) {
  const [position = 0, bytes = 0] = name.split("-").map(Number);
  return { position, bytes };
}

/** If the first part comes again, the file begins anew: the other parts may be of another file with the same name. */
function partsBeside({ position }: NumberedPart, former: string[]): string[] {
  const [first] = former;
  if (first !== undefined && position <= readPart(first).position) return [];
  return former.filter((name) => readPart(name).position !== position);
}
