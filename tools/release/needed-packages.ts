import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Only a clone builds the pages. A package has them. */
const FOR_BUILDING = ["vite", "@vitejs/plugin-react"];

type Dependencies = Record<string, string> | undefined;
type Manifest = Record<"dependencies" | "optionalDependencies" | "peerDependencies", Dependencies>;

/** The packages that the server in a folder names, and those that they need, as far as they are installed there. */
export function neededPackages(folder: string): Set<string> {
  const files = globSync(["server/**/*.ts", "contract/**/*.ts"], { cwd: folder });
  const program = files.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
  const isNamed = (name: string) => program.includes(`"${name}"`) || program.includes(`"${name}/`);
  const queue = dependenciesOf(folder).filter((name) => isNamed(name) && !FOR_BUILDING.includes(name));
  const needed = new Set<string>();
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const place = join(folder, "node_modules", name);
    if (needed.has(name) || !existsSync(place)) continue;
    needed.add(name);
    queue.push(...dependenciesOf(place));
  }
  return needed;
}

function dependenciesOf(folder: string): string[] {
  // A package's own description has this shape.
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  return Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies });
}
