import type { Readable } from "node:stream";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { describeStartupError } from "../../describe-startup-error.ts";
import type { Images } from "../../platform/images/images.ts";

/** What a command reads and writes: `process`, or the environment and streams of a test. */
export type CommandIo = {
  env: Record<string, string | undefined>;
  stdin: Readable & { isTTY?: boolean };
  stdout: CommandOutput;
  stderr: CommandOutput;
  /** Shared with other commands in this process. Undefined: the command starts its own processes for pictures. */
  images?: Images;
};
export type CommandOutput = { write(text: string): unknown; isTTY?: boolean };

/** Resolves to the exit code. Never throws: a failure is one line on stderr and code 2. */
export type Command = (argv: readonly string[], io: CommandIo) => Promise<number>;

type Options = NonNullable<ParseArgsConfig["options"]>;
type Usage<Given extends Options> = { help: string; options: Given };
type Values<Given extends Options> = ReturnType<typeof parseArgs<{ options: Given }>>["values"];

/** A command that takes options only. */
export function optionsCommand<Given extends Options>(
  usage: Usage<Given>,
  work: (values: Values<Given>, io: CommandIo) => Promise<number>,
): Command {
  return parsedCommand(usage, 0, (values, _positionals, io) => work(values, io));
}

/** A command that takes one folder, and options. */
export function folderCommand<Given extends Options>(
  usage: Usage<Given>,
  work: (folder: string, values: Values<Given>, io: CommandIo) => Promise<number>,
): Command {
  return parsedCommand(usage, 1, (values, [folder = ""], io) => work(folder, values, io));
}

/** Prints the help when asked for it, or when the number of arguments is wrong. */
function parsedCommand<Given extends Options>(
  { help, options }: Usage<Given>,
  count: number,
  work: (values: Values<Given>, positionals: string[], io: CommandIo) => Promise<number>,
): Command {
  return async (argv, given) => {
    const io = asTyped(given);
    try {
      const parsed = parseArgs({
        args: [...argv],
        allowPositionals: true,
        options: { ...options, help: { type: "boolean", short: "h", default: false } },
      });
      // TypeScript cannot infer the values of options whose type is a parameter.
      const { values, positionals } = parsed as { values: Values<Given> & { help: boolean }; positionals: string[] };
      if (values.help || positionals.length !== count) {
        io.stdout.write(help);
        return values.help ? 0 : 2;
      }
      return await work(values, positionals, io);
    } catch (error) {
      io.stderr.write(`${describeStartupError(error)}\n`);
      return 2;
    }
  };
}

/** Texts name commands as in a clone. The installed `vitrine` runs the same ones, and says so in this variable. */
function asTyped(io: CommandIo): CommandIo {
  if (io.env.VITRINE_COMMAND !== "vitrine") return io;
  const rename = (output: CommandOutput): CommandOutput => ({
    ...(output.isTTY !== undefined && { isTTY: output.isTTY }),
    write: (text) => output.write(text.replaceAll(/npm run ([a-z-]+)( --(?= ))?/g, "vitrine $1")),
  });
  return { ...io, stdout: rename(io.stdout), stderr: rename(io.stderr) };
}

/** For the end of a command's file: runs it if that file is the program. */
export async function runAsProgram(command: Command): Promise<void> {
  process.exitCode = await command(process.argv.slice(2), process);
}
