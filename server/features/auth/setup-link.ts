import type { Deps } from "../../deps.ts";
import { readSetup } from "./auth.service.ts";
import { readSetupCode } from "./setup-code.ts";

/** Where the admin sets the password; undefined once it is set. The code is behind the #, so no log on the way keeps it. */
export async function setupLink(deps: Deps, url: string): Promise<string | undefined> {
  const { setup_required, code_required } = await readSetup(deps);
  if (!setup_required) return undefined;
  const page = `${deps.config.publicUrl ?? url}/admin/login`;
  return `${page}#setup${code_required ? `=${await readSetupCode(deps.db)}` : ""}`;
}
