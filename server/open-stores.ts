import type { Config } from "./config.ts";
import { checkDatabaseConnection } from "./db/check-connection.ts";
import { connectDatabase, type Database } from "./db/connect.ts";
import { openStorage } from "./platform/storage/open-storage.ts";
import type { Storage } from "./platform/storage/storage.ts";

/** Where a library is kept: the server and every command open it here. */
export type Stores = { database: Database; storage: Storage };

/** Throws a `CannotStartError` that says what to check if one of them is not responding. */
export async function openStores(config: Config): Promise<Stores & { close(): Promise<void> }> {
  await using opened = new AsyncDisposableStack();
  const database = opened.adopt(connectDatabase(config), (database) => database.close());
  const storage = opened.adopt(openStorage(config), (storage) => storage.close());
  await checkDatabaseConnection(database, config.databaseUrl);
  await storage.checkConnection?.();
  const stores = opened.move();
  return { database, storage, close: () => stores.disposeAsync() };
}
