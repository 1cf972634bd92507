import { readFile } from "node:fs/promises";
import { projectFiles } from "../rig/project-files.ts";

const ERROR_CLASS = /class (\w+) extends \w*Error\b/g;

/** An error class ends in `Error`, so that a `throw` or an `instanceof` reads as what it is. */
export async function findMisnamedErrors(): Promise<string> {
  const complaints: string[] = [];
  for (const path of projectFiles("**/*.ts", "**/*.tsx")) {
    for (const [, name = ""] of (await readFile(path, "utf8")).matchAll(ERROR_CLASS)) {
      if (!name.endsWith("Error")) complaints.push(`${path}: ${name} must be called ${name}Error`);
    }
  }
  return complaints.join("\n");
}
