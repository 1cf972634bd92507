import { type ParseArgsConfig, parseArgs } from "node:util";
import { explainStart } from "../explain-start.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Usage<Given extends Options> = { help: string; options: Given };
type Values<Given extends Options> = ReturnType<typeof parseArgs<{ options: Given }>>["values"];

/** A command's exit: what it says, else 2 where it could not do its work, with one line that tells why. */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    process.stderr.write(`${explainStart(error)}\n`);
    process.exitCode = 2;
  }
}

/** A command that takes options alone. */
export function runWithOptions<Given extends Options>(
  usage: Usage<Given>,
  command: (values: Values<Given>) => Promise<number>,
): Promise<void> {
  return runTold(usage, 0, (values) => command(values));
}

/** A command on one folder, which it must be told. */
export function runOnFolder<Given extends Options>(
  usage: Usage<Given>,
  command: (folder: string, values: Values<Given>) => Promise<number>,
): Promise<void> {
  return runTold(usage, 1, (values, [folder = ""]) => command(folder, values));
}

/** Shows the help to whoever asks for it, or tells too much or too little. */
function runTold<Given extends Options>(
  { help, options }: Usage<Given>,
  count: number,
  command: (values: Values<Given>, positionals: string[]) => Promise<number>,
): Promise<void> {
  return runCommand(async () => {
    const told = parseArgs({
      allowPositionals: true,
      options: { ...options, help: { type: "boolean", short: "h", default: false } },
    });
    // TypeScript does not follow options of a kind that it is only told of by the caller.
    const { values, positionals } = told as { values: Values<Given> & { help: boolean }; positionals: string[] };
    if (values.help || positionals.length !== count) {
      process.stdout.write(help);
      return values.help ? 0 : 2;
    }
    return command(values, positionals);
  });
}
