import { spawn } from "node:child_process";
import { findBrokenPaths } from "./check-docs.ts";
import { findMisnamedErrors } from "./check-errors.ts";
import { findLongFiles } from "./check-length.ts";
import { findBrokenWalls } from "./check-walls.ts";

const ROOTS = ["contract", "server", "web", "e2e", "rig", "bench", "proofs", "tools"];

/** Everything that can be judged without running the product. Each check gives the lines it complains with. */
const CHECKS: Record<string, () => Promise<string>> = {
  ...Object.fromEntries(ROOTS.map((root) => [`types of ${root}`, () => run("tsc", ["-p", root])])),
  "lint and format": () => run("biome", ["check", "--error-on-warnings", "."]),
  "dead code": () => run("knip", ["--no-progress"]),
  "import walls": findBrokenWalls,
  "file length": findLongFiles,
  "names of errors": findMisnamedErrors,
  "paths in documents": findBrokenPaths,
};

/** The names of the checks that failed, and of those that passed. */
export async function check(): Promise<{ passed: string[]; failed: string[] }> {
  const passed: string[] = [];
  const failed: string[] = [];
  for (const [name, complain] of Object.entries(CHECKS)) {
    const complaints = await complain();
    (complaints ? failed : passed).push(name);
    console.log(`${complaints ? "✗" : "✓"} ${name}`);
    if (complaints) console.log(complaints);
  }
  return { passed, failed };
}

/** What a tool printed, if it found fault. */
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
    tool.once("close", (code) => resolve(code === 0 ? "" : output || `${command} ended with ${code}`));
  });
}

if (import.meta.main) {
  const { failed } = await check();
  process.exitCode = failed.length > 0 ? 1 : 0;
}
