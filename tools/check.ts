import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { lintApiDocument } from "./check-api.ts";
import { findTitleCase } from "./check-case.ts";
import { findBrokenPaths } from "./check-docs.ts";
import { findMisnamedErrors } from "./check-errors.ts";
import { findExposure } from "./check-exposure.ts";
import { findLongFiles } from "./check-length.ts";
import { findTreeMismatches } from "./check-tree.ts";
import { findBrokenWalls } from "./check-walls.ts";

/** The product's three roots have their own settings: the server without DOM, the web without Node, the contract with neither. */
const TYPES = { contract: "contract", server: "server", web: "web", "everything else": "." };
/** The results of the last run make the next one several times as fast. */
const TYPES_CACHE = "node_modules/.cache/types";

/** Everything that can be checked without running the product. Each check returns its complaints. */
const CHECKS: Record<string, () => Promise<string>> = {
  ...Object.fromEntries(Object.entries(TYPES).map(([name, root]) => [`types of ${name}`, () => checkTypes(root)])),
  "lint and format": () => run("biome", ["check", "--error-on-warnings", "."]),
  "dead code": () => run("knip", ["--no-progress"]),
  "import walls": findBrokenWalls,
  "file length": findLongFiles,
  "names of errors": findMisnamedErrors,
  "sentence case": findTitleCase,
  "API document": lintApiDocument,
  "paths in documents": findBrokenPaths,
  "folders in documents": findTreeMismatches,
  "exposure of the systemd units": findExposure,
};

/** The names of the checks that passed, and of those that failed. */
export async function check(): Promise<{ passed: string[]; failed: string[] }> {
  const passed: string[] = [];
  const failed: string[] = [];
  const names = Object.keys(CHECKS);
  const complaints = sideBySide(Object.values(CHECKS));
  // Printed in this order, whichever finishes first.
  for (const [index, name] of names.entries()) {
    const complaint = await complaints[index];
    (complaint ? failed : passed).push(name);
    console.log(`${complaint ? "✗" : "✓"} ${name}`);
    if (complaint) console.log(complaint);
  }
  return { passed, failed };
}

/** Starts them in order, as many at a time as there are cores. */
function sideBySide<Result>(tasks: readonly (() => Promise<Result>)[]): Promise<Result>[] {
  const results = tasks.map(() => Promise.withResolvers<Result>());
  const queue = [...tasks.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, task] = next;
      await task().then(results[index]?.resolve, results[index]?.reject);
    }
  };
  for (let worker = 0; worker < availableParallelism(); worker++) void work();
  return results.map(({ promise }) => promise);
}

const checkTypes = (root: string) =>
  run("tsc", [
    "-p",
    root,
    // Several checkers work out the same types, each for itself: twice the processor time. The roots run side by side.
    "--checkers",
    "1",
    "--incremental",
    "--tsBuildInfoFile",
    `${TYPES_CACHE}/${root === "." ? "rest" : root}.tsbuildinfo`,
  ]);

/** The output of a tool that fails; empty if it passes. */
function run(command: string, parameters: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const tool = spawn(command, parameters, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    tool.stdout.on("data", (chunk) => {
      output += chunk;
    });
    tool.stderr.on("data", (chunk) => {
      output += chunk;
    });
    tool.once("error", reject);
    tool.once("close", (code) => resolve(code === 0 ? "" : output || `${command} exited with ${code}`));
  });
}

if (import.meta.main) {
  const { failed } = await check();
  process.exitCode = failed.length > 0 ? 1 : 0;
}
