import fastify from "fastify";
import { readConfig } from "../config.ts";
import type { Deps } from "../deps.ts";
import { startImages } from "../platform/images/pool.ts";
import { openLibrary } from "../start.ts";

/** Runs the work on the library that the environment names, with all that the server's services need. */
export async function withServices<T>(
  env: Record<string, string | undefined>,
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  const images = startImages();
  try {
    // Faults of the server go to the log; the command itself tells the rest.
    const { log } = fastify({ logger: { level: "error", stream: process.stderr } });
    const { deps, close } = await openLibrary(readConfig(env), { images, log });
    try {
      return await work(deps);
    } finally {
      await close();
    }
  } finally {
    await images.close();
  }
}
