/**
 * Several nodes on a real PostgreSQL and a real Ceph RGW, as for a site that has outgrown one machine.
 *
 *   npm run prove:scale                     everything
 *   npm run prove:scale -- --only faults    one part, or several with commas; the names are below
 *
 * Needs Linux with nginx and Ceph (Debian's packages radosgw, ceph-mon, ceph-osd and ceph-common, which root installs if they
 * are missing). The parts that measure need an otherwise idle machine.
 */
import { parseArgs } from "node:util";
import { type Engines, startEngines } from "./scale/cluster.ts";
import { failEngines } from "./scale/engine-faults.ts";
import { killNodes } from "./scale/kill-node.ts";
import { startMany } from "./scale/many-nodes.ts";
import { measureMillion } from "./scale/million.ts";
import { runSuite } from "./scale/suite.ts";
import { measureThroughput } from "./scale/throughput.ts";

const PROOFS: Record<string, (engines: Engines) => Promise<void>> = {
  nodes: startMany,
  kill: killNodes,
  faults: failEngines,
  million: measureMillion,
  throughput: measureThroughput,
  suite: runSuite,
};

const { values } = parseArgs({ options: { only: { type: "string" } } });
const names = values.only === undefined ? Object.keys(PROOFS) : values.only.split(",");
const unknown = names.find((name) => !(name in PROOFS));
if (unknown !== undefined) throw new Error(`--only must be one of ${Object.keys(PROOFS).join(", ")}`);

const startedAt = performance.now();
const missed: string[] = [];
for (const name of names) {
  console.log(`== ${name}`);
  const partStartedAt = performance.now();
  const engines = await startEngines();
  try {
    await PROOFS[name]?.(engines);
  } finally {
    await engines.stop();
  }
  // Set by a measure over its bar. The parts after it are worth running all the same.
  if (process.exitCode) missed.push(name);
  console.log(`${name}: ${process.exitCode ? "misses a bar, after" : "passed in"} ${secondsSince(partStartedAt)} s`);
  process.exitCode = 0;
}
const passed = names.length - missed.length;
console.log(
  `${passed} of ${names.length} parts passed in ${secondsSince(startedAt)} s${missed.map((name) => `; not ${name}`).join("")}`,
);
if (missed.length > 0) process.exitCode = 1;

function secondsSince(at: number): number {
  return Math.round((performance.now() - at) / 1000);
}
