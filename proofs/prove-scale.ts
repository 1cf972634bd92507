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
import { runParts } from "./run-parts.ts";
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
await runParts(PROOFS, values.only, async (prove) => {
  await using engines = await startEngines();
  await prove(engines);
});
