import { execFile } from "node:child_process";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ensureProgram } from "./programs.ts";

const CONNECTIONS = 32;
const SECONDS = 1;

/** GET requests answered per second, cycling through the paths. Throws if any fails. */
export async function requestsPerSecond(url: string, paths: readonly string[]): Promise<number> {
  const wrk = await ensureProgram("wrk", "wrk");
  await using folder = await mkdtempDisposable(join(tmpdir(), "vitrine-wrk-"));
  const script = join(folder.path, "paths.lua");
  await writeFile(script, luaFor(paths));
  const { stdout } = await promisify(execFile)(wrk, ["-t1", `-c${CONNECTIONS}`, `-d${SECONDS}s`, "-s", script, url]);
  if (/Non-2xx/.test(stdout)) throw new Error(`${url} responded with errors:\n${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

const luaFor = (paths: readonly string[]) => `
local paths = { ${paths.map((path) => JSON.stringify(path)).join(", ")} }
local requests = {}
local at = 0
init = function() for index, path in ipairs(paths) do requests[index] = wrk.format("GET", path) end end
request = function() at = at % #requests + 1; return requests[at] end
`;
