import type { Deps } from "../../deps.ts";
import { findAdmin } from "./auth.queries.ts";
import { readSetupCode } from "./setup-code.ts";

/** Where the admin sets the password. Undefined once it is set. The code is after the #, so no log records it. */
export async function setupLink(deps: Deps, url: string): Promise<string | undefined> {
  if ((await findAdmin(deps.db))?.password_hash) return undefined;
  return `${deps.config.publicUrl ?? url}/admin/login#setup=${await readSetupCode(deps.db)}`;
}
