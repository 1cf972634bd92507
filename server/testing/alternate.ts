import { setTimeout as delay } from "node:timers/promises";
import type { Send } from "../../rig/client.ts";
import { startTurns } from "../../rig/faulty-proxy.ts";
import type { Site } from "../start.ts";

/** Most changes arrive within milliseconds. A request that does not change the library never announces one. */
const MAX_WAIT_MS = 300;
const POLL_MS = 2;

/**
 * One address that passes each request to the next node. Nodes learn of each other's changes with a delay, so the next
 * request waits until they have.
 */
export async function alternate(nodes: readonly Site[]): Promise<{ url: string; send: Send; stop(): Promise<void> }> {
  const { url, stop } = await startTurns(nodes.map((node) => new URL(node.url)));
  const send: Send = async (path, init) => {
    const before = nodes.map(({ deps }) => deps.changes.version());
    const response = await fetch(url + path, init);
    if (init.method !== undefined && !["GET", "HEAD"].includes(init.method)) {
      const until = performance.now() + MAX_WAIT_MS;
      while (nodes.some(({ deps }, index) => deps.changes.version() === before[index]) && performance.now() < until) {
        await delay(POLL_MS);
      }
    }
    return response;
  };
  return { url, send, stop };
}
