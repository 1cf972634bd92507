import type { Transaction } from "kysely";
import type { Schema } from "../platform/db/schema.ts";

/** Counts what has changed in what visitors see: whoever keeps ready bytes throws them away when the count moves. */
export type Changes = {
  version(): number;
  /** In the commit of a change: tells the other servers of this library, where there can be any. */
  announce(trx: Transaction<Schema>): Promise<void>;
  /** After every committed change of albums, photos or the site's texts. */
  publish(): void;
  close(): Promise<void>;
};

/** For the only server of a library. */
export function countChanges(): Changes {
  let version = 0;
  return {
    version: () => version,
    announce: async () => {},
    publish: () => {
      version++;
    },
    close: async () => {},
  };
}
