import { parseArgs } from "node:util";
import { readConfig } from "./config.ts";
import { explainStart } from "./explain-start.ts";
import { setupLink } from "./features/auth/setup-link.ts";
import { serve } from "./serve.ts";

const HELP = `Vitrine serves a photographer's portfolio site and its library.

  npm start                 start it from a clone
  vitrine start             start it where the package is installed

Settings are environment variables, all optional:
  PORT            3000                  the port to listen on
  HOST            127.0.0.1             0.0.0.0 to allow other machines
  DATA_DIR        ./data                database, photographs and site.json
  SMTP_URL                              mail server for messages of visitors (smtp://… or smtps://…)
  PUBLIC_URL                            the address that visitors use, such as https://example.com
  ADMIN_EMAIL     admin@example.com     the email to sign in with; a new one renames the admin
  ADMIN_PASSWORD                        a new one sets the password and ends every session
  DATABASE_URL                          postgres://… instead of SQLite in DATA_DIR
  STORAGE_URL                           s3://bucket?endpoint=…&region=… instead of files in DATA_DIR;
                                        with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY
  IMAGE_DELIVERY  stream                redirect sends visitors to the bucket for pictures
  MEMORY_MB                             memory to use; otherwise the container's or the machine's
  ON_DEMAND_MB    2000                  disk space for full-size pictures made for visitors
  TRUST_PROXY     0                     number of reverse proxies in front, usually 1
  SIGNING_KEY_FILE                      DATA_DIR/signing.key; several servers need the same one
  LOG_LEVEL       info                  debug, info, warn or error; on a terminal warn
  METRICS_TOKEN                         bearer token for /metrics from other machines
`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" } } });
  if (values.help) return print(HELP);
  const { url, deps } = await serve(readConfig(process.env));
  print(`Vitrine is at ${url}\n`);
  const link = await setupLink(deps, url);
  if (link) print(`Set the admin password at ${link}\n`);
}

function print(text: string): void {
  process.stdout.write(text);
}

main().catch((error: unknown) => {
  process.stderr.write(`Vitrine cannot start: ${explainStart(error)}\n`);
  process.exit(1);
});
