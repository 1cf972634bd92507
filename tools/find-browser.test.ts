import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findBrowser } from "../rig/browser.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-browser-"));
});

afterEach(() => rm(folder, { recursive: true }));

test("the first browser that starts is taken", async () => {
  const broken = await makeProgram("broken", "exit 1");
  const works = await makeProgram("works", "echo Chromium 150");

  expect(findBrowser([join(folder, "missing"), broken, works])).toEqual({ path: works });
});

test("a browser that does not start is named, with its complaint", async () => {
  const complaint = "error while loading shared libraries: libnss3.so: cannot open shared object file";
  const broken = await makeProgram("broken", `echo "${complaint}" >&2; exit 127`);

  expect(findBrowser([broken])).toEqual({ problem: `${broken} does not start: ${complaint}` });
});

test("where there is none, that is the problem", () => {
  expect(findBrowser([join(folder, "missing")])).toEqual({ problem: "no Chromium or Chrome was found" });
});

async function makeProgram(name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}
