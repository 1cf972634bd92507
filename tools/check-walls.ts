import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { projectFiles } from "./project-files.ts";

type Wall = { from: RegExp; mayNotImport: RegExp; because: string };

const TEST_CODE = /\.(test|spec)\.tsx?$|^server\/testing\/|^e2e\/|^bench\/|^rig\/|^proofs\/|^tools\//;

/** The direction of the house: what may not know of what. */
const WALLS: Wall[] = [
  {
    from: /^contract\//,
    mayNotImport: /^(server|web|tools)\/|^(?!zod$|contract\/)[^./]/,
    because: "the contract imports only zod",
  },
  { from: /^server\//, mayNotImport: /^web\//, because: "the server knows the web part only as a build" },
  { from: /^web\//, mayNotImport: /^(server|tools)\//, because: "the web part knows the server only by the contract" },
  {
    from: /^server\/platform\//,
    mayNotImport: /^server\/(features|pages|app)/,
    because: "the platform serves features and knows none",
  },
  { from: /^web\/gallery/, mayNotImport: /^web\/admin/, because: "no byte of the admin area on public pages" },
  { from: /^web\/admin/, mayNotImport: /^web\/gallery/, because: "the two sides share only ui, api and hooks" },
  { from: /^web\/(ui|api|hooks)\//, mayNotImport: /^web\/(admin|gallery)/, because: "shared parts know neither side" },
  { from: /^web\/ui\//, mayNotImport: /^react-router|^@tanstack/, because: "ui has no router and no queries" },
  {
    from: /^(?!server\/platform\/images\/)server\//,
    mayNotImport: /^sharp$/,
    because: "pictures are decoded in platform/images alone",
  },
];

const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^"';]*?\sfrom\s)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g;

export async function findBrokenWalls(): Promise<string> {
  const complaints: string[] = [];
  for (const path of projectFiles("**/*.ts", "**/*.tsx").filter((path) => !TEST_CODE.test(path))) {
    const source = await readFile(path, "utf8");
    for (const [statement, statically, dynamically] of source.matchAll(IMPORT)) {
      const target = resolve(path, statically ?? dynamically ?? "");
      const reason = brokenWall(path, target, /import\s+type\b/.test(statement));
      if (reason) complaints.push(`${path} imports ${target}: ${reason}`);
    }
  }
  return complaints.join("\n");
}

function brokenWall(path: string, target: string, isTypeOnly: boolean): string | undefined {
  const wall = WALLS.find(({ from, mayNotImport }) => from.test(path) && mayNotImport.test(target));
  return (
    wall?.because ??
    foreignQueries(path, target) ??
    (!isTypeOnly && /^web\/gallery/.test(path) && pullsInZod(target)
      ? "public pages load no zod: import the type"
      : undefined)
  );
}

/** A feature uses another through its service, never its queries. */
function foreignQueries(path: string, target: string): string | undefined {
  const feature = /^server\/features\/([^/]+)\/.*\.queries\.ts$/.exec(target)?.[1];
  if (!feature || path.startsWith(`server/features/${feature}/`) || path.startsWith("server/cli/")) return undefined;
  return `the queries of ${feature} are its own: use its service`;
}

/** These files of the contract import nothing at run time. */
const WITHOUT_ZOD = ["contract/limits.ts", "contract/endpoint.ts", "contract/paths.ts"];
const pullsInZod = (target: string) =>
  target === "zod" || (target.startsWith("contract/") && !WITHOUT_ZOD.includes(target));

/** Relative imports as paths from the project's root; packages by their name. */
function resolve(path: string, specifier: string): string {
  return specifier.startsWith(".") ? join(dirname(path), specifier) : specifier;
}
