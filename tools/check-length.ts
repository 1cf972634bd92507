import { readFile } from "node:fs/promises";
import { projectFiles } from "../rig/project-files.ts";

const MAX_LINES = 300;
const EXEMPT = /\.(test|spec)\.tsx?$|\/migrations\//;

/** A file this long contains a second idea. */
export async function findLongFiles(): Promise<string> {
  const complaints: string[] = [];
  for (const path of projectFiles("**/*.ts", "**/*.tsx", "**/*.css").filter((path) => !EXEMPT.test(path))) {
    const lines = (await readFile(path, "utf8")).split("\n").length - 1;
    if (lines > MAX_LINES) complaints.push(`${path} has ${lines} lines, ${MAX_LINES} is the limit`);
  }
  return complaints.join("\n");
}
