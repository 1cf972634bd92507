import { setTimeout as delay } from "node:timers/promises";
import type { Site } from "../start.ts";
import type { Send } from "./client.ts";

/** Most changes are heard within milliseconds; what is no change of the library is never heard. */
const PATIENCE_MS = 300;
const LOOK_EVERY_MS = 2;

/**
 * Sends each request to the next node. Nodes promise to hear of each other's changes soon, not at once: so the next
 * request waits until they have.
 */
export function alternate(nodes: readonly [Site, ...Site[]]): Send {
  let turn = 0;
  return async (path, init) => {
    const node = nodes[turn++ % nodes.length] ?? nodes[0];
    const before = nodes.map(({ deps }) => deps.changes.version());
    const response = await fetch(node.url + path, init);
    if (init.method !== undefined && !["GET", "HEAD"].includes(init.method)) {
      const until = performance.now() + PATIENCE_MS;
      while (nodes.some(({ deps }, index) => deps.changes.version() === before[index]) && performance.now() < until) {
        await delay(LOOK_EVERY_MS);
      }
    }
    return response;
  };
}
