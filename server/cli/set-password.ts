import { once } from "node:events";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../../contract/limits.ts";
import { CannotStartError } from "../errors.ts";
import { setAdminPassword } from "../features/auth/auth.service.ts";
import { type CommandIo, optionsCommand, runAsProgram } from "./command/command.ts";
import { withLibrary } from "./command/open-library.ts";

const HELP = `Sets the admin's password, removes every passkey and ends every session. The server may be running.

  npm run set-password                       prompts for it
  npm run set-password < file-with-password  reads the first line
`;

export const run = optionsCommand({ help: HELP, options: {} }, async (_values, io) => {
  await withLibrary(io, { access: "shared", accept: "empty" }, async (library) => {
    const password = await readPassword(io);
    if (password.length < PASSWORD_MIN_CHARS || password.length > PASSWORD_MAX_CHARS) {
      throw new CannotStartError(`the password must have ${PASSWORD_MIN_CHARS} to ${PASSWORD_MAX_CHARS} characters`);
    }
    const email = await setAdminPassword(library, password);
    io.stdout.write(`The password of ${email} is set. Every session has ended.\n`);
  });
  return 0;
});

async function readPassword({ stdin, stdout }: CommandIo): Promise<string> {
  const terminal = stdin.isTTY === true;
  if (terminal) stdout.write("New password: ");
  // No echo: the password must not appear on the screen or in a recording of it.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal });
  const [line] = await Promise.race([once(lines, "line"), once(lines, "close")]);
  lines.close();
  if (terminal) stdout.write("\n");
  return typeof line === "string" ? line : "";
}

if (import.meta.main) await runAsProgram(run);
