import { readFileSync } from "node:fs";

type Command = { heading: string; block: number; text: string; isWalked: boolean };

/**
 * The shell commands of a document, by heading. A proof takes its commands from here, so that it runs what readers run;
 * `left` lists the commands that it has not taken.
 */
export type Manual = {
  /** The first block below a heading that contains a text, as a script. */
  block(heading: string, part: string): string;
  /** The one command below a heading that contains a text. */
  command(heading: string, part: string): string;
  left(): string[];
};

export function readManual(file: string): Manual {
  const commands = [...shellCommands(readFileSync(file, "utf8"))];
  const take = (taken: Command[], wanted: string) => {
    if (taken.length === 0) throw new Error(`${file} has no ${wanted}`);
    for (const command of taken) command.isWalked = true;
    return taken.map(({ text }) => text).join("\n");
  };
  return {
    block(heading, part) {
      const found = commands.find((command) => command.heading === heading && command.text.includes(part));
      const all = commands.filter((command) => command.heading === heading && command.block === found?.block);
      return take(all, `block with "${part}" under "${heading}"`);
    },
    command: (heading, part) =>
      take(
        commands.filter((command) => command.heading === heading && command.text.includes(part)).slice(0, 1),
        `command with "${part}" under "${heading}"`,
      ),
    left: () => commands.filter(({ isWalked }) => !isWalked).map(({ heading, text }) => `${heading}: ${text}`),
  };
}

/** Headings, and blocks of code in any language: a comment in one looks like a heading. */
const PARTS = /^#+ ([^\n]+)$|^( *)```(\w+)\n(.*?)^\2```$/gms;

/** One per line, except that a here-document belongs to its command. */
function* shellCommands(text: string): Generator<Command> {
  let heading = "";
  let block = 0;
  for (const [, title, indent = "", language, code = ""] of text.matchAll(PARTS)) {
    if (title !== undefined) {
      heading = title;
      block = 0;
      continue;
    }
    if (language !== "sh") continue;
    const lines = code.replaceAll(new RegExp(`^${indent}`, "gm"), "");
    for (const [command] of lines.matchAll(/^[^\n]*<<'END'\n.*?^END$|^[^\n]+$/gms)) {
      yield { heading, block, text: command, isWalked: false };
    }
    block++;
  }
}

/** Puts values in place of a document's examples. An example that is not in the text any more is an error. */
export function fill(text: string, values: Record<string, string>): string {
  let filled = text;
  for (const [example, value] of Object.entries(values)) {
    if (!filled.includes(example)) throw new Error(`"${example}" is not in: ${text}`);
    filled = filled.replaceAll(example, value);
  }
  return filled;
}
