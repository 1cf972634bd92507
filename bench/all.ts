import { spawnSync } from "node:child_process";

/** Runs every bench in sequence: in parallel they would disturb each other. */
const BENCHES = [
  "variants",
  "upload",
  "api",
  "images",
  "pages",
  "rooms",
  "visit",
  "refusals",
  "weight",
  "start",
  "strip",
  "grid",
  "table",
];

const missed = BENCHES.filter((name) => {
  console.log(`\n# bench:${name}`);
  return spawnSync("npm", ["run", "--silent", `bench:${name}`], { stdio: "inherit" }).status !== 0;
});
console.log(missed.length === 0 ? "\nAll benches met their bars." : `\nMissed a bar: ${missed.join(", ")}`);
process.exitCode = missed.length === 0 ? 0 : 1;
