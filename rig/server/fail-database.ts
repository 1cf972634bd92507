import { vi } from "vitest";
import type { Deps } from "../../server/deps.ts";

export type Fault = { happened(): boolean; remove(): void };

/** The nth use of a connection finds the database down. */
export function failDatabase({ db }: Pick<Deps, "db">, nth: number): Fault {
  let calls = 0;
  const executor = db.getExecutor();
  const real = executor.provideConnection.bind(executor);
  const spy = vi.spyOn(executor, "provideConnection").mockImplementation(async (consumer) => {
    if (++calls === nth) throw Object.assign(new Error("planted: the database is down"), { code: "ECONNRESET" });
    return real(consumer);
  });
  return { happened: () => calls >= nth, remove: () => spy.mockRestore() };
}
