import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { projectFiles } from "../rig/project-files.ts";

const ROOT_FOLDERS = "bin|contract|server|web|e2e|bench|rig|proofs|docs|tools|deploy|\\.ci";
const NAMED_PATH = new RegExp(`\`((?:${ROOT_FOLDERS})/[\\w./-]*[\\w/-])\``, "g");
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g;
/** Not in sentences such as "npm refuses". */
const SCRIPT = /(?:`npm|npm run|&& npm) ([a-z][\w:-]*)/g;
const DECISIONS = "docs/decisions";
const NPM_COMMANDS = ["audit", "ci", "install", "pack", "run", "start", "test"];

/** Documents that name a file, a link or an npm script that does not exist. */
export async function findBrokenPaths(): Promise<string> {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as { scripts: Record<string, string> };
  const complaints: string[] = [];
  for (const document of projectFiles("**/*.md")) {
    const text = await readFile(document, "utf8");
    const paths = [...text.matchAll(NAMED_PATH)].map((match) => match[1] ?? "");
    const links = [...text.matchAll(LINK)].map((match) => join(dirname(document), match[1] ?? ""));
    for (const path of [...paths, ...links]) if (!existsSync(path)) complaints.push(`${document} names ${path}`);
    for (const [, name = ""] of text.matchAll(SCRIPT)) {
      if (!NPM_COMMANDS.includes(name) && !(name in scripts)) complaints.push(`${document} names the script ${name}`);
    }
  }
  return [...complaints, ...(await findUnlistedDecisions())].join("\n");
}

/** Each record is in the list, under its own title. */
async function findUnlistedDecisions(): Promise<string[]> {
  const list = await readFile(`${DECISIONS}/README.md`, "utf8");
  const complaints: string[] = [];
  for (const record of projectFiles(`${DECISIONS}/[0-9]*.md`)) {
    const [, number = "", title = ""] = /^# (\d+): (.+)$/m.exec(await readFile(record, "utf8")) ?? [];
    const row = `| [${number}](${basename(record)}) | ${title} |`;
    if (!list.includes(row)) complaints.push(`${DECISIONS}/README.md does not list ${record} as: ${row}`);
  }
  return complaints;
}
