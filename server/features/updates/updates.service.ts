import type { ResponseOf } from "../../../contract/endpoint.ts";
import type { getVersion as getVersionCall } from "../../../contract/updates.ts";
import { readVersion } from "../../platform/version.ts";

export async function getVersion(): Promise<ResponseOf<typeof getVersionCall>> {
  const { version, commit } = await readVersion();
  return { version, commit: commit ?? null };
}
