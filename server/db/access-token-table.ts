import type { Generated, Selectable } from "kysely";
import type { TokenScope } from "../../contract/limits.ts";

/** A token by which another program works with the library. Those of sessions are in `token`. */
export type AccessTokenTable = {
  id: Generated<number>;
  /** SHA-256 of the token, in hex: the token itself is stored nowhere. */
  hash: string;
  user_id: number;
  name: string;
  scope: TokenScope;
  created_at: string;
  last_used_at: string | null;
  /** Where it was last used from. */
  address: Generated<string>;
  /** Null: it does not expire. */
  expires_at: string | null;
};

export type AccessTokenRow = Selectable<AccessTokenTable>;
