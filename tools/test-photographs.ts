import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TEST_PHOTOGRAPHS } from "../rig/pictures/test-photographs.ts";

/** Writes the test photographs into a folder, as one album: npm run test-photographs -- FOLDER */

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("npm run test-photographs -- FOLDER");
const album = join(folder, "travel", "Test photographs");
await mkdir(album, { recursive: true });
for (const [name, make] of Object.entries(TEST_PHOTOGRAPHS)) {
  await writeFile(join(album, name), await make(1));
  console.log(name);
}
console.log(`\nAccept HEIC files on the Site screen, then: npm run import -- ${folder}`);
