import { setTimeout as delay } from "node:timers/promises";
import { VERSION_SETTING } from "../../server/platform/nodes/changes.ts";
import type { Site } from "../../server/start.ts";
import type { Send } from "../client.ts";
import { startTurns } from "../faulty-proxy.ts";

const POLL_MS = 2;
/** Longer than the nodes may take to notice a change whose notification was lost. */
const MAX_WAIT_MS = 10_000;

/**
 * One URL that passes each request to the next node. Nodes learn of each other's changes with a delay, so the next
 * request waits until they have.
 */
export async function alternate(nodes: readonly Site[]): Promise<{ url: string; send: Send; stop(): Promise<void> }> {
  const { url, stop } = await startTurns(nodes.map((node) => new URL(node.url)));
  const send: Send = async (path, init) => {
    if (init.method === undefined || ["GET", "HEAD"].includes(init.method)) return fetch(url + path, init);
    const known = nodes.map(({ deps }) => deps.changes.version());
    const before = await countChanges(nodes);
    const response = await fetch(url + path, init);
    if ((await countChanges(nodes)) === before) return response;
    const until = performance.now() + MAX_WAIT_MS;
    const isNoticed = () => nodes.every(({ deps }, index) => deps.changes.version() !== known[index]);
    while (!(isNoticed() && haveSameSettings(nodes)) && performance.now() < until) await delay(POLL_MS);
    return response;
  };
  return { url, send, stop };
}

/** By all nodes together, as stored in their database. */
async function countChanges([node]: readonly Site[]): Promise<string | undefined> {
  const count = node?.deps.db.selectFrom("setting").select("value").where("key", "=", VERSION_SETTING);
  return (await count?.executeTakeFirst())?.value;
}

/** A node that has noticed a change still has to read the site's settings again. */
const haveSameSettings = (nodes: readonly Site[]) =>
  new Set(nodes.map(({ deps }) => JSON.stringify(deps.site.current()))).size === 1;
