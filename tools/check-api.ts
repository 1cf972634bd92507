import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeApi } from "../server/platform/http/openapi.ts";

/** Works offline: sends no usage reports and checks for no newer version. */
const OFFLINE = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
const CLEAN = "Your API description is valid";

/** The OpenAPI document passes Redocly's recommended rules, without errors or warnings. */
export async function lintApiDocument(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-api-"));
  try {
    const document = join(folder, "openapi.json");
    await writeFile(document, JSON.stringify(describeApi(), null, 2));
    const output = await lint(document);
    return output.includes(CLEAN) && !/\bwarnings?\b/.test(output) ? "" : output;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function lint(document: string): Promise<string> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...OFFLINE } };
    execFile("redocly", ["lint", document, "--extends=recommended"], options, (error, stdout, stderr) =>
      resolve(stdout + stderr || String(error)),
    );
  });
}
