import { once } from "node:events";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../../contract/limits.ts";
import { CannotStartError } from "../errors.ts";
import { setAdminPassword } from "../features/auth/auth.service.ts";
import { withLibrary } from "./open-library.ts";
import { runWithOptions } from "./run-command.ts";

const HELP = `Sets the admin's password and ends every session. May run beside the server.

  npm run set-password                       asks for it
  npm run set-password < file-with-password  reads its first line
`;

await runWithOptions({ help: HELP, options: {} }, async () => {
  await withLibrary({ access: "beside the server", mayCreate: true }, async (library) => {
    const password = await readPassword();
    if (password.length < PASSWORD_MIN_CHARS || password.length > PASSWORD_MAX_CHARS) {
      throw new CannotStartError(`a password has ${PASSWORD_MIN_CHARS} to ${PASSWORD_MAX_CHARS} characters`);
    }
    await setAdminPassword(library, password);
    process.stdout.write(`The password of ${library.config.adminEmail} is set. Every session has ended.\n`);
  });
  return 0;
});

async function readPassword(): Promise<string> {
  const terminal = process.stdin.isTTY === true;
  if (terminal) process.stdout.write("New password: ");
  // What is typed goes nowhere: nobody reads it over a shoulder or in a recording.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal });
  const [line] = await Promise.race([once(lines, "line"), once(lines, "close")]);
  lines.close();
  if (terminal) process.stdout.write("\n");
  return typeof line === "string" ? line : "";
}
