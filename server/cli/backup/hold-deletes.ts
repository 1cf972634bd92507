import { HOLD_DELETES_SETTING } from "../../library/files/intents.ts";
import type { Library } from "../command/open-library.ts";

const HOLD_MS = 2 * 60_000;
const RENEW_EVERY_MS = 30_000;

/**
 * Postpones the deletion of files of deleted photos while the work runs; a server deletes them afterwards. If this
 * process is killed, the hold expires.
 */
export async function holdingDeletes<T>({ db, now, log }: Library, work: () => Promise<T>): Promise<T> {
  const renew = async () => {
    const value = new Date(now().getTime() + HOLD_MS).toISOString();
    await db
      .insertInto("setting")
      .values({ key: HOLD_DELETES_SETTING, value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute();
  };
  await renew();
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.error({ err: error }, "the hold on deletes could not be renewed"));
  }, RENEW_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await db.deleteFrom("setting").where("key", "=", HOLD_DELETES_SETTING).execute();
  }
}
