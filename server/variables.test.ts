import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readPassphrase } from "./cli/backup/backup-cipher.ts";
import { readConfig } from "./config.ts";

const run = promisify(execFile);

test("--help starts nothing; it, docs/operations.md and what the program reads name the same variables", async () => {
  const { stdout: help } = await run(process.execPath, [join(import.meta.dirname, "main.ts"), "--help"]);
  const manual = await readFile(join(import.meta.dirname, "../docs/operations.md"), "utf8");
  const table = manual.slice(manual.indexOf("## Configuration"), manual.indexOf("## The site's settings"));

  const inHelp = [...help.matchAll(/^ {2}([A-Z][A-Z_]+) +(\S*)(?= {2})/gm)].map(
    ([, name, value]) => `${name} ${value}`,
  );
  const inManual = [...table.matchAll(/^\| (`[A-Z][^|]+) \| (?:([^|]+) )?\|/gm)].flatMap(([, names = "", value = ""]) =>
    (names.match(/[A-Z_]+/g) ?? []).map((name) => `${name} ${value}`),
  );

  expect(inHelp.map((line) => line.split(" ")[0]).toSorted()).toEqual(await variablesRead());
  expect(inManual).toEqual(inHelp);
});

test("the least memory that docs/operations.md names is the least that is accepted", async () => {
  expect(() => readConfig({ MEMORY_MB: "767" })).toThrow("MEMORY_MB must be a whole number from 768 to");
  expect(readConfig({ MEMORY_MB: "768" }).memoryBytes).toBe(768 * 1024 * 1024);
});

async function variablesRead(): Promise<string[]> {
  const read = new Set<string>();
  // The keys of the bucket are read only if there is one.
  const given: Record<string, string> = {
    STORAGE_URL: "s3://bucket",
    AWS_ACCESS_KEY_ID: "a",
    AWS_SECRET_ACCESS_KEY: "b",
  };
  const env = new Proxy(given, {
    get(values, name) {
      read.add(String(name));
      return values[String(name)];
    },
  });
  readConfig(env);
  await readPassphrase(undefined, env);
  return [...read].toSorted();
}
