/**
 * Runs all parts of a proof, or those that `only` names with commas, one after the other, each as `run` does it. One that fails or
 * misses a bar does not keep the others from running.
 */
export async function runParts<Part>(
  parts: Record<string, Part>,
  only: string | undefined,
  run: (part: Part) => Promise<void>,
): Promise<void> {
  const names = only === undefined ? Object.keys(parts) : only.split(",");
  const startedAt = performance.now();
  const failed: string[] = [];
  for (const name of names) {
    const part = parts[name];
    if (!part) throw new Error(`--only must be one of ${Object.keys(parts).join(", ")}`);
    console.log(`== ${name}`);
    const partStartedAt = performance.now();
    if (!(await passes(() => run(part)))) failed.push(name);
    console.log(`${name}: ${failed.includes(name) ? "failed after" : "passed in"} ${secondsSince(partStartedAt)} s`);
  }
  const passed = names.length - failed.length;
  const not = failed.length > 0 ? `; not ${failed.join(", ")}` : "";
  console.log(`${passed} of ${names.length} parts passed in ${secondsSince(startedAt)} s${not}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

async function passes(work: () => Promise<void>): Promise<boolean> {
  // Set by a measure that misses its bar.
  process.exitCode = 0;
  try {
    await work();
    return process.exitCode === 0;
  } catch (error) {
    console.error(error);
    return false;
  }
}

function secondsSince(at: number): number {
  return Math.round((performance.now() - at) / 1000);
}
