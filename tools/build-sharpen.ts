/** Compiles the loops that sharpen pictures: node tools/build-sharpen.ts. The result is kept in the repository. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import startWabt from "wabt";

const FOLDER = join(import.meta.dirname, "../server/platform/images");
export const COMPILED = join(FOLDER, "sharpen.wasm");

if (import.meta.main) await writeFile(COMPILED, await compileSharpen());

export async function compileSharpen(): Promise<Buffer> {
  const wabt = await startWabt();
  const program = wabt.parseWat("sharpen.wat", await readFile(join(FOLDER, "sharpen.wat"), "utf8"), { simd: true });
  return Buffer.from(program.toBinary({}).buffer);
}
