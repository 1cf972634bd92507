import { readConfig } from "../config.ts";
import type { Deps } from "../deps.ts";
import { startImages } from "../platform/images/pool.ts";
import { openLibrary } from "../start.ts";
import type { CommandIo } from "./command.ts";
import { createCommandLog } from "./command-log.ts";

/** Runs the work on the library that the environment names, with everything the server's services need. */
export async function withServices<T>(
  { env, stderr }: Pick<CommandIo, "env" | "stderr">,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  const config = readConfig(env);
  await using opened = new AsyncDisposableStack();
  const images = opened.adopt(startImages(), (images) => images.close());
  const { deps } = opened.adopt(await openLibrary(config, { images, log: createCommandLog(stderr) }), (library) =>
    library.close(),
  );
  return await work(deps);
}
