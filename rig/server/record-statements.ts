import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { vi } from "vitest";
import type { Deps } from "../../server/deps.ts";

/** True in what a request does. Jobs, sweeps and other nodes are looked at in the background, whenever their time comes. */
const isInRequest = new AsyncLocalStorage<true>();
const enter = () => isInRequest.enterWith(true);
const REQUEST = "http.server.request.start";

/** The SQL that requests bring to the database while the work runs, in order. */
export async function recordStatements({ db }: Pick<Deps, "db">, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const executor = db.getExecutor();
  const real = executor.provideConnection.bind(executor);
  const spy = vi.spyOn(executor, "provideConnection").mockImplementation((consumer) => {
    if (!isInRequest.getStore()) return real(consumer);
    return real(async (connection) => {
      const watched = vi.spyOn(connection, "executeQuery");
      return consumer(connection).finally(() => {
        statements.push(...watched.mock.calls.map(([query]) => query.sql));
        watched.mockRestore();
      });
    });
  });
  subscribe(REQUEST, enter);
  await work().finally(() => {
    unsubscribe(REQUEST, enter);
    spy.mockRestore();
  });
  return statements;
}
