import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { DECODER_FLAGS } from "./child.ts";

test("a decoder may not use the network, write files or start programs", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-decoder-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const attempts = {
    network: `new Promise((_, reject) => require("net").connect(9, "127.0.0.1").on("error", reject))`,
    write: `require("fs/promises").writeFile(${JSON.stringify(join(folder, "planted"))}, "x")`,
    program: `(async () => require("child_process").spawnSync("true"))()`,
    thread: `(async () => new (require("worker_threads").Worker)("0", { eval: true }))()`,
  };

  for (const [name, attempt] of Object.entries(attempts)) {
    const script = `${attempt}.then(() => console.log("allowed"), (error) => console.log(error.code))`;
    const { stdout } = await promisify(execFile)(process.execPath, [...DECODER_FLAGS, "-e", script]);
    expect([name, stdout.trim()]).toEqual([name, "ERR_ACCESS_DENIED"]);
  }
});
