import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { ensureProgram } from "./programs.ts";
import { unzip } from "./server/unzip.ts";

const STAND_IN = join(import.meta.dirname, "lightroom/lightroom.lua");
/** A photo of the catalogue, with what the plug-in can read of it. */
export type CatalogPhoto = {
  localIdentifier: number;
  fileName: string;
  title?: string;
  caption?: string;
  keywordTagsForExport?: string;
  altTextAccessibility?: string;
  develop?: Record<string, string | number>;
  /** The file that rendering it gives, and where the plug-in finds it. */
  rendered: string;
  renderTo: string;
  publishedId?: string;
};

export type Rendition = { localIdentifier: number; rendered: boolean; id?: string; url?: string; failed?: string };
type Answer<Result> = { result: Result; messages: string[] };

/** The stand-in for Lightroom Classic, in the real Lua 5.1, with the plug-in that a site serves. Its seconds may be shorter. */
export async function startLightroom(archive: Buffer, folder: string, { secondMs = 100 } = {}) {
  for (const [name, content] of unzip(archive)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const program = await ensureProgram("lua5.1", "lua5.1");
  const lua = spawn(program, [STAND_IN, join(folder, "vitrine.lrplugin")], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: lua.stdout })[Symbol.asyncIterator]();
  const say = (message: object) => lua.stdin.write(`${JSON.stringify(message)}\n`);

  /** Throws what Lightroom would show. */
  async function run<Result>(name: string, given: object = {}): Promise<Answer<Result>> {
    say({ ...given, command: name });
    for (;;) {
      const { value: line, done } = await lines.next();
      if (done) throw new Error("Lua has ended");
      const message = JSON.parse(line);
      if (message.http) say(await send(message.http));
      else if (message.sleep) say(await delay(message.sleep * secondMs, {}));
      else if (message.problem) throw new Error(message.problem);
      else return { result: message.result as Result, messages: message.messages };
    }
  }
  return { run, stop: () => lua.kill() };
}

type Http = { method: string; url: string; headers: Record<string, string>; body: string };

async function send({ method, url, headers, body }: Http) {
  try {
    const bytes = Buffer.from(body, "hex");
    const response = await fetch(url, { method, headers, ...(method !== "GET" && { body: bytes }) });
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()).toString("hex") };
  } catch (error) {
    return { problem: String(error) };
  }
}
