import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ensureBrowser } from "./browser.ts";

const LIGHTHOUSE = join(import.meta.dirname, "../bench/lighthouse/node_modules/lighthouse/cli/index.js");

export type LighthouseReport = {
  categories: Record<"performance" | "accessibility" | "best-practices" | "seo", { score: number }>;
  audits: Record<"cumulative-layout-shift" | "largest-contentful-paint", Audit> & { [name: string]: Audit };
};
type Audit = { title: string; score: number | null; numericValue: number };

/** Lighthouse's report of a page on a phone. `path` is where it writes the report. */
export async function runLighthouse(url: string, path: string, options: string[] = []): Promise<LighthouseReport> {
  await promisify(execFile)(
    process.execPath,
    [
      LIGHTHOUSE,
      url,
      "--output=json",
      `--output-path=${path}`,
      "--quiet",
      "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
      ...options,
    ],
    { env: { ...process.env, CHROME_PATH: ensureBrowser() } },
  );
  return JSON.parse(await readFile(path, "utf8"));
}
