import type { Readable } from "node:stream";

export type Arrivals = ReturnType<typeof createArrivals>;

/** The bodies that are arriving at this server, by upload. */
export function createArrivals() {
  const arriving = new Map<string, { body: Readable; done: Promise<void> }>();

  /** A sender who asks again has given up the connection before, though the server may not have noticed. */
  async function endFormer(id: string): Promise<void> {
    const former = arriving.get(id);
    former?.body.destroy();
    await former?.done;
  }

  async function admit<T>(id: string, body: Readable, work: () => Promise<T>): Promise<T> {
    await endFormer(id);
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const arrival = { body, done };
    arriving.set(id, arrival);
    try {
      return await work();
    } finally {
      if (arriving.get(id) === arrival) arriving.delete(id);
      resolve();
    }
  }

  /** When the server stops: what has arrived is stored, and the senders continue on the next one. */
  async function endAll(): Promise<void> {
    await Promise.all([...arriving.keys()].map(endFormer));
  }

  return { endFormer, endAll, admit };
}
