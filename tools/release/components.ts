import { execFileSync } from "node:child_process";
import type { Release } from "./program.ts";

/** The packages of the lock file that a server installs, as CycloneDX. Without what npm makes anew each time. */
export function componentsOf({ builtAt }: Release): string {
  const parameters = ["sbom", "--sbom-format=cyclonedx", "--omit=dev", "--package-lock-only"];
  const list = JSON.parse(execFileSync("npm", parameters, { encoding: "utf8", maxBuffer: 1e8 }));
  delete list.serialNumber;
  list.metadata.timestamp = new Date(builtAt * 1000).toISOString();
  return `${JSON.stringify(list, null, 2)}\n`;
}
