import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../rig/free-port.ts";
import { type ServerProcess, startServerProcess } from "../../rig/server-process.ts";

export type MortalServer = {
  current(): ServerProcess;
  /** Kills it no more. Returns how often it was. */
  spare(): Promise<number>;
  stop(): Promise<void>;
};

/** A server that is killed at random, and started again on the same port. */
export async function startMortalServer(
  dataDir: string,
  killEveryMs: number,
  given: Record<string, string> = {},
): Promise<MortalServer> {
  const env = { PORT: String(await freePort()), ...given };
  let server = await startServerProcess(dataDir, env);
  const spared = new AbortController();
  let kills = 0;
  const killing = killAtRandom();

  async function killAtRandom(): Promise<void> {
    for (;;) {
      const pauseMs = killEveryMs * (0.5 + Math.random());
      await delay(pauseMs, undefined, { signal: spared.signal }).catch(() => {});
      if (spared.signal.aborted) return;
      await server.stop("SIGKILL");
      kills++;
      server = await startServerProcess(dataDir, env);
    }
  }

  async function spare(): Promise<number> {
    spared.abort();
    await killing;
    return kills;
  }

  return {
    current: () => server,
    spare,
    async stop() {
      await spare().catch(() => {});
      await server.stop();
    },
  };
}
