import { spawnSync } from "node:child_process";

/** Every promise with its bar, one after the other: side by side they would measure each other. */
const BENCHES = ["variants", "upload", "api", "images", "pages", "weight", "strip", "grid"];

const missed = BENCHES.filter((name) => {
  console.log(`\n# bench:${name}`);
  return spawnSync("npm", ["run", "--silent", `bench:${name}`], { stdio: "inherit" }).status !== 0;
});
console.log(missed.length === 0 ? "\nEvery bar is met." : `\nA bar is missed in: ${missed.join(", ")}`);
process.exitCode = missed.length === 0 ? 0 : 1;
