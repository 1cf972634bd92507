import { readFile } from "node:fs/promises";
import { projectFiles } from "../rig/project-files.ts";
import { fileCircles, folderCircles } from "./walls/circles.ts";
import { brokenWall, isTestCode, withoutZod } from "./walls/layers.ts";
import { type Import, type Module, readModule } from "./walls/read-module.ts";

/** Files that may build and run queries. */
const MAY_QUERY = [
  /\.queries\.ts$/,
  /^server\/db\//,
  // Each has a table that nothing else reads.
  /^server\/platform\/(jobs\/run-jobs|http\/rate-limit|nodes\/shared-changes)\.ts$/,
  // They build the conditions and the order for photos.queries.ts.
  /^server\/features\/photos\/photos\.(filter|search)\.ts$/,
  // Commands that look at a library from outside the services.
  /^server\/cli\//,
];

export async function findBrokenWalls(): Promise<string> {
  const paths = projectFiles("{contract,server,web,e2e,bench,rig,proofs,tools}/**/*.{ts,tsx}");
  const sources = await Promise.all(paths.map(async (path) => [path, await readFile(path, "utf8")] as const));
  return complaintsAbout(Object.fromEntries(sources)).join("\n");
}

/** Complaints about these sources, by path. */
export function complaintsAbout(sources: Record<string, string>): string[] {
  const modules = new Map(Object.entries(sources).map(([path, source]) => [path, readModule(path, source)]));
  const all = [...modules.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return [
    ...all.flatMap((module) => brokenImports(module, modules)),
    ...all.flatMap(strayQueries),
    ...fileCircles(all),
    ...folderCircles(all),
  ];
}

function brokenImports({ path, imports }: Module, modules: Map<string, Module>): string[] {
  const complaints = imports.flatMap((one) => {
    const reason =
      brokenWall(path, one) ?? (pullsInZod(one.target, modules) ? withoutZod(path, one.isType) : undefined);
    if (reason) return [`${path} imports ${one.target}: ${reason}`];
    return originsOf(one, modules).flatMap((target) => {
      const reason = brokenWall(path, { ...one, target });
      return reason ? [`${path} imports ${target} by way of ${one.target}: ${reason}`] : [];
    });
  });
  return [...new Set(complaints)];
}

/** The files and packages that a name comes from when the imported file re-exports it. */
function originsOf({ name, target }: Import, modules: Map<string, Module>, seen = new Set<string>()): string[] {
  const reexports = (modules.get(target)?.reexports ?? []).filter(
    ({ exportName }) => name === "*" || exportName === name || exportName === "*",
  );
  seen.add(target);
  return reexports.flatMap((reexport) => {
    if (seen.has(reexport.target)) return [];
    const next = { ...reexport, isType: false, name: reexport.name === "*" ? name : reexport.name };
    return [reexport.target, ...originsOf(next, modules, seen)];
  });
}

function strayQueries({ path, queryCalls }: Module): string[] {
  if (!/^server\//.test(path) || isTestCode(path) || MAY_QUERY.some((files) => files.test(path))) return [];
  return [...new Set(queryCalls)].map((call) => `${path} calls ${call}: queries belong in a *.queries.ts`);
}

/** Whether a file of the contract loads zod, itself or through others. */
function pullsInZod(target: string, modules: Map<string, Module>, seen = new Set<string>()): boolean {
  if (target === "zod") return true;
  if (!target.startsWith("contract/") || seen.has(target)) return false;
  seen.add(target);
  const imports = modules.get(target)?.imports ?? [];
  return imports.some(({ isType, target }) => !isType && pullsInZod(target, modules, seen));
}
