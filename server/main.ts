import { parseArgs } from "node:util";
import { readConfig } from "./config.ts";
import { describeStartupError } from "./describe-startup-error.ts";
import { setupLink } from "./features/auth/setup-link.ts";
import { readVersion } from "./platform/version.ts";
import { serve } from "./serve.ts";
import { describeVariables } from "./variables.ts";

const HELP = `Vitrine serves a photographer's portfolio site and its library.

  npm start                 start it from a clone
  vitrine start             start it where the package is installed

Settings are environment variables, all optional:
${describeVariables()}`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" }, version: { type: "boolean" } } });
  if (values.help) return print(HELP);
  if (values.version) return print(`${await describeVersion()}\n`);
  const { url, deps } = await serve(readConfig(process.env));
  print(`Vitrine is at ${url}\n`);
  const link = await setupLink(deps, url);
  if (link) print(`Set the admin password at ${link}\n`);
}

async function describeVersion(): Promise<string> {
  const { version, commit } = await readVersion();
  return commit ? `${version} (${commit})` : version;
}

function print(text: string): void {
  process.stdout.write(text);
}

main().catch((error: unknown) => {
  process.stderr.write(`Vitrine cannot start: ${describeStartupError(error)}\n`);
  process.exit(1);
});
