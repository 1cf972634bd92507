import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { projectFiles } from "../rig/project-files.ts";

const DOCUMENT = "docs/architecture.md";
const ROOTS = "{bin,contract,server,web,e2e,bench,rig,proofs,tools,deploy,docs}";
const TREE = /```text\n(.*?)```/s;
const LINE = /^((?: {2})*)([\w-]+)\/(?:\s+(.*))?$/;

/** The folder tree in docs/architecture.md must list and describe every folder, and no other. */
export async function findTreeMismatches(): Promise<string> {
  return complaintsAboutTree(await readFile(DOCUMENT, "utf8"), projectFiles(`${ROOTS}/**/*`)).join("\n");
}

export function complaintsAboutTree(document: string, files: readonly string[]): string[] {
  const listed = readTree(TREE.exec(document)?.[1] ?? "");
  const onDisk = foldersOf(files);
  return [
    ...onDisk.filter((folder) => !listed.has(folder)).map((folder) => `${DOCUMENT} does not list ${folder}/`),
    ...[...listed].flatMap(([folder, about]) => {
      if (!onDisk.includes(folder)) return [`${DOCUMENT} lists ${folder}/, which does not exist`];
      return about ? [] : [`${DOCUMENT} does not describe ${folder}/`];
    }),
  ];
}

/** The description of each folder. */
function readTree(tree: string): Map<string, string> {
  const listed = new Map<string, string>();
  const parents: string[] = [];
  for (const line of tree.split("\n").filter(Boolean)) {
    const [, indent, name, about = ""] = LINE.exec(line) ?? [];
    if (indent === undefined || name === undefined) throw new Error(`${DOCUMENT}: cannot read the line "${line}"`);
    parents.splice(indent.length / 2, Number.POSITIVE_INFINITY, name);
    listed.set(parents.join("/"), about);
  }
  return listed;
}

/** Every folder that has files, and those above it. */
function foldersOf(files: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const file of files) {
    for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) folders.add(folder);
  }
  return [...folders].sort();
}
