import { expect, onTestFinished, test, vi } from "vitest";
import { login } from "../contract/auth.ts";
import { startTestServer, type TestServer } from "../rig/server/start-test-server.ts";
import { ADMIN } from "../rig/server/template.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

test("counted attempts and old activity are deleted as time passes", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = await startTestServer();
  const { db } = server.deps;
  await server.visitor.refused(login, { body: { ...ADMIN, password: "wrong password" } });
  await addActivity(server, "sign-in-failed", 10_050);
  await addActivity(server, "photo-deleted", 20);
  const count = async (table: "rate_limit" | "audit_log") => (await db.selectFrom(table).selectAll().execute()).length;
  expect(await count("rate_limit")).toBeGreaterThan(0);

  server.clock.advanceMs(2 * HOUR_MS);
  vi.advanceTimersByTime(10 * 60 * 1000);

  await vi.waitFor(async () => expect(await count("rate_limit")).toBe(0), 20_000);
  const failures = () => db.selectFrom("audit_log").select("at").where("action", "=", "sign-in-failed").execute();
  await vi.waitFor(async () => expect(await failures()).toHaveLength(10_000), 20_000);
  expect(await count("audit_log")).toBeGreaterThanOrEqual(10_020);

  server.clock.advanceMs(400 * DAY_MS);
  vi.advanceTimersByTime(10 * 60 * 1000);

  await vi.waitFor(async () => expect(await count("audit_log")).toBe(0), 20_000);
});

async function addActivity({ deps }: TestServer, action: string, count: number): Promise<void> {
  const row = { at: deps.now().toISOString(), action, actor: null, address: null, detail: "{}" };
  for (let added = 0; added < count; added += 1_000) {
    const rows = Array<typeof row>(Math.min(1_000, count - added)).fill(row);
    await deps.db.insertInto("audit_log").values(rows).execute();
  }
}
