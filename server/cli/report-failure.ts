import { hostname } from "node:os";
import { text } from "node:stream/consumers";
import { type Config, readConfig } from "../config.ts";
import { CannotStartError } from "../errors.ts";
import { findAdmin } from "../features/auth/auth.queries.ts";
import { createMailer } from "../platform/mail/mailer.ts";
import { type CommandIo, optionsCommand, runAsProgram } from "./command/command.ts";
import { withLibrary } from "./command/open-library.ts";

const HELP = `Emails the owner that a service has failed, with the end of its log. deploy/vitrine-failed@.service runs it.

  journalctl --unit NAME --lines 20 | npm run report-failure -- --unit NAME

Needs SMTP_URL. Works while the database is away, if ADMIN_EMAIL is set.
`;

export const run = optionsCommand({ help: HELP, options: { unit: { type: "string" } } }, async ({ unit }, io) => {
  if (unit === undefined) throw new CannotStartError("--unit needs the name of a service");
  const log = (await text(io.stdin)).trim();
  const config = readConfig(io.env);
  if (config.smtpUrl === undefined) {
    throw new CannotStartError(`${unit} has failed. SMTP_URL is not set, so no email says so`);
  }
  const to = await findEmail(config, io);
  await createMailer(config.smtpUrl).send({
    from: config.mailFrom ?? to,
    to: [to],
    reply_to: undefined,
    subject: `${unit} has failed on ${hostname()}`,
    text: `${unit} has failed on ${hostname()}. The end of its log:\n\n${log}\n\nMore: journalctl --unit ${unit}\n`,
  });
  io.stdout.write(`${to} was told that ${unit} has failed\n`);
  return 0;
});

/** As the owner has it in the account; as the settings have it, if the library is what has failed. */
async function findEmail({ adminEmail }: Config, io: CommandIo): Promise<string> {
  const admin = withLibrary(io, { access: "shared", accept: "empty" }, ({ db }) => findAdmin(db));
  const email = (await admin.catch(() => undefined))?.email ?? adminEmail;
  if (email) return email;
  throw new CannotStartError("the site has no admin yet. Set ADMIN_EMAIL");
}

if (import.meta.main) await runAsProgram(run);
